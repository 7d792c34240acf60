import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from './blocked-topics/blocked-topics.module.ts';
import { MessageLogModule } from './message-log/message-log.module.ts';
import { TracesModule } from './traces/traces.module.ts';
import { UnknownDevicesModule } from './unknown-devices/unknown-devices.module.ts';

/**
 * Keeps a limited number of the messages that devices send, in the MQTT log and the UDP log, and traces them; it also keeps the blocked topics
 * and the unknown devices.
 */
@Module({ imports: [MessageLogModule, BlockedTopicsModule, TracesModule, UnknownDevicesModule] })
export class LogsModule {}
