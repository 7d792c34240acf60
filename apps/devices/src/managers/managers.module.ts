import { Module } from '@nestjs/common';
import { AssistantsService } from './assistants.service.ts';
import { ManagersHandler } from './managers.handler.ts';
import { ManagersService } from './managers.service.ts';

@Module({
  controllers: [ManagersHandler],
  providers: [ManagersService, AssistantsService],
  exports: [ManagersService, AssistantsService],
})
export class ManagersModule {}
