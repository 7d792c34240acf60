import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { EventsModule } from '../events/events.module.ts';
import { RulesModule } from '../rules/rules.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { ChangeWriter } from './change-writer.ts';
import { Decisions } from './decisions.ts';
import { EvaluationConsumer } from './evaluation.consumer.ts';
import { FiringService } from './firing.service.ts';
import { RecordingService } from './recording.service.ts';
import { RuleBook } from './rule-book.ts';

@Module({
  imports: [ScopeModule, RulesModule, AlertsModule, EventsModule, AlertLogModule, DeliveryModule],
  providers: [RuleBook, FiringService, RecordingService, ChangeWriter, Decisions, EvaluationConsumer],
})
export class EvaluationModule {}
