import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from './blocked-topics/blocked-topics.module.ts';
import { MessageLogModule } from './message-log/message-log.module.ts';

/** Keeps what devices send, within limits: the MQTT log and the UDP log; and the topics that are blocked. */
@Module({ imports: [MessageLogModule, BlockedTopicsModule] })
export class LogsModule {}
