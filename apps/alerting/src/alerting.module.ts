import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AlertLogModule } from './alert-log/alert-log.module.ts';
import { AlertsModule } from './alerts/alerts.module.ts';
import { DeletedDevices } from './deleted-devices.ts';
import { DeliveryModule } from './delivery/delivery.module.ts';
import { EvaluationModule } from './evaluation/evaluation.module.ts';
import { EventsModule } from './events/events.module.ts';
import { LinkedEntriesModule } from './linked-entries/linked-entries.module.ts';
import { ScopeModule } from './scope/scope.module.ts';
import { SilencesModule } from './silences/silences.module.ts';
import { TracesModule } from './traces/traces.module.ts';

/** Compares readings with alerts and events, logs what it finds, and sends notices about the alerts that fire. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    ScopeModule,
    DeliveryModule,
    AlertLogModule,
    AlertsModule,
    EventsModule,
    SilencesModule,
    EvaluationModule,
    LinkedEntriesModule,
    TracesModule,
  ],
  providers: [DeletedDevices],
})
export class AlertingModule {}
