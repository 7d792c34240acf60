import { Module } from '@nestjs/common';
import { AlertLogModule } from '../alert-log/alert-log.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { LinkedEntriesHandler } from './linked-entries.handler.ts';
import { LinkedEntries } from './linked-entries.service.ts';

@Module({
  imports: [ScopeModule, DeliveryModule, AlertLogModule],
  controllers: [LinkedEntriesHandler],
  providers: [LinkedEntries],
})
export class LinkedEntriesModule {}
