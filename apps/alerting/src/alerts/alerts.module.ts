import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { RulesModule } from '../rules/rules.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { AlertChanges } from './alert-changes.service.ts';
import { Snoozing } from './snoozing.service.ts';
import { TestMessages } from './test-messages.service.ts';
import { AlertsHandler } from './alerts.handler.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

@Module({
  imports: [ScopeModule, RulesModule, AlertLogModule, DeliveryModule],
  controllers: [AlertsHandler],
  providers: [AlertsService, AlertChanges, Snoozing, TestMessages, AlertsRepository],
  exports: [AlertsService],
})
export class AlertsModule {}
