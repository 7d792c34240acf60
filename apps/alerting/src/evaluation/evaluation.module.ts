import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { Decisions } from './decisions.ts';
import { EvaluationConsumer } from './evaluation.consumer.ts';
import { FiringService } from './firing.service.ts';
import { RuleBook } from './rule-book.ts';

@Module({
  imports: [ScopeModule, AlertsModule, AlertLogModule, DeliveryModule],
  providers: [RuleBook, FiringService, Decisions, EvaluationConsumer],
})
export class EvaluationModule {}
