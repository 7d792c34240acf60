import { Module } from '@nestjs/common';
import { MessageLogModule } from '../message-log/message-log.module.ts';
import { TracesHandler } from './traces.handler.ts';
import { TracesService } from './traces.service.ts';

@Module({ imports: [MessageLogModule], controllers: [TracesHandler], providers: [TracesService] })
export class TracesModule {}
