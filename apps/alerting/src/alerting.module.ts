import { Module } from '@nestjs/common';
import { AlertLogModule } from './alert-log/alert-log.module.ts';
import { AlertsModule } from './alerts/alerts.module.ts';
import { DeliveryModule } from './delivery/delivery.module.ts';
import { EvaluationModule } from './evaluation/evaluation.module.ts';
import { LinkedEntriesModule } from './linked-entries/linked-entries.module.ts';

/** Compares readings with alerts, logs each firing, and sends notices about it. */
@Module({ imports: [DeliveryModule, AlertLogModule, AlertsModule, EvaluationModule, LinkedEntriesModule] })
export class AlertingModule {}
