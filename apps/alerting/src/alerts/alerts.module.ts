import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { RulesModule } from '../rules/rules.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { AlertsHandler } from './alerts.handler.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

@Module({
  imports: [ScopeModule, RulesModule, AlertLogModule, DeliveryModule],
  controllers: [AlertsHandler],
  providers: [AlertsService, AlertsRepository],
  exports: [AlertsService],
})
export class AlertsModule {}
