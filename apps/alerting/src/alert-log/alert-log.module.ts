import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { AlertLogHandler } from './alert-log.handler.ts';
import { AlertLogRepository } from './alert-log.repository.ts';
import { AlertLogService } from './alert-log.service.ts';
import { DeviceStatus } from './device-status.ts';
import { ExportsService } from './exports.service.ts';
import { RemindersRepository } from './reminders.repository.ts';
import { Reminders } from './reminders.ts';

@Module({
  imports: [ScopeModule, DeliveryModule],
  controllers: [AlertLogHandler],
  providers: [
    AlertLogService,
    AlertLogRepository,
    DeviceStatus,
    ExportsService,
    Reminders,
    RemindersRepository,
  ],
  exports: [AlertLogService, DeviceStatus],
})
export class AlertLogModule {}
