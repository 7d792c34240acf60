import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { AssignmentsHandler } from './assignments.handler.ts';
import { AssignmentsService } from './assignments.service.ts';
import { FormerAssistants } from './former-assistants.ts';

@Module({
  imports: [DevicesModule, ManagersModule],
  controllers: [AssignmentsHandler],
  providers: [AssignmentsService, FormerAssistants],
  exports: [AssignmentsService],
})
export class AssignmentsModule {}
