import { Module } from '@nestjs/common';
import { AcknowledgedCommands } from './acknowledged-commands.ts';
import { PendingCommands } from './pending-commands.ts';

@Module({ providers: [AcknowledgedCommands, PendingCommands], exports: [PendingCommands] })
export class CommandsModule {}
