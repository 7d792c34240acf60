import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { EventsHandler } from './events.handler.ts';
import { EventsRepository } from './events.repository.ts';
import { EventsService } from './events.service.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';

@Module({
  imports: [ScopeModule, RulesModule],
  controllers: [EventsHandler],
  providers: [EventsService, EventsRepository, OccurrencesRepository],
  exports: [EventsService],
})
export class EventsModule {}
