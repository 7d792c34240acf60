import { Module } from '@nestjs/common';
import { ArrivalsConsumer } from './arrivals.consumer.ts';
import { DeadLettersConsumer } from './dead-letters.consumer.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { KnownDevices } from './known-devices.ts';
import { KnownRoutes } from './known-routes.ts';
import { LogRowsRepository } from './log-rows.repository.ts';
import { MessageLogHandler } from './message-log.handler.ts';
import { MessageLogService } from './message-log.service.ts';
import { Trimming } from './trimming.ts';

@Module({
  controllers: [MessageLogHandler],
  providers: [
    KnownDevices,
    KnownRoutes,
    LogRowsRepository,
    DeletionsRepository,
    MessageLogService,
    ArrivalsConsumer,
    DeadLettersConsumer,
    Trimming,
  ],
  exports: [KnownDevices, LogRowsRepository],
})
export class MessageLogModule {}
