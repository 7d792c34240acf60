import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { EventsModule } from '../events/events.module.ts';
import { RulesModule } from '../rules/rules.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { SilencesModule } from '../silences/silences.module.ts';
import { ChangeWriter } from './change-writer.ts';
import { ClocksRepository } from './clocks.repository.ts';
import { Clocks } from './clocks.ts';
import { Decisions } from './decisions.ts';
import { EvaluationConsumer } from './evaluation.consumer.ts';
import { FiringService } from './firing.service.ts';
import { Partitions } from './partitions.ts';
import { RecordingService } from './recording.service.ts';
import { RuleBook } from './rule-book.ts';
import { Watchdog } from './watchdog.ts';

@Module({
  imports: [
    ScopeModule,
    RulesModule,
    AlertsModule,
    EventsModule,
    SilencesModule,
    AlertLogModule,
    DeliveryModule,
  ],
  providers: [
    Partitions,
    ClocksRepository,
    Clocks,
    RuleBook,
    Watchdog,
    FiringService,
    RecordingService,
    ChangeWriter,
    Decisions,
    EvaluationConsumer,
  ],
})
export class EvaluationModule {}
