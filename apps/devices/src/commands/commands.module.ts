import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { CommandsHandler } from './commands.handler.ts';
import { CommandsRepository } from './commands.repository.ts';
import { CommandsService } from './commands.service.ts';

@Module({
  imports: [DevicesModule],
  controllers: [CommandsHandler],
  providers: [CommandsRepository, CommandsService],
  exports: [CommandsService],
})
export class CommandsModule {}
