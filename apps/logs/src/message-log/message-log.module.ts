import { Module } from '@nestjs/common';
import { ArrivalsConsumer } from './arrivals.consumer.ts';
import { DeadLettersConsumer } from './dead-letters.consumer.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { VisibleDeviceKeys } from './visible-device-keys.ts';
import { KnownRoutes } from './known-routes.ts';
import { LogRowsRepository } from './log-rows.repository.ts';
import { MessageLogHandler } from './message-log.handler.ts';
import { MessageLogService } from './message-log.service.ts';
import { Trimming } from './trimming.ts';

@Module({
  controllers: [MessageLogHandler],
  providers: [
    VisibleDeviceKeys,
    KnownRoutes,
    LogRowsRepository,
    DeletionsRepository,
    MessageLogService,
    ArrivalsConsumer,
    DeadLettersConsumer,
    Trimming,
  ],
  exports: [MessageLogService],
})
export class MessageLogModule {}
