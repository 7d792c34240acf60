import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from './blocked-topics/blocked-topics.module.ts';
import { MessageLogModule } from './message-log/message-log.module.ts';
import { TracesModule } from './traces/traces.module.ts';
import { UnknownDevicesModule } from './unknown-devices/unknown-devices.module.ts';

/**
 * Keeps what devices send, within limits: the MQTT log and the UDP log, from which the way of a message is traced; the topics that are
 * blocked; and the unknown devices.
 */
@Module({ imports: [MessageLogModule, BlockedTopicsModule, TracesModule, UnknownDevicesModule] })
export class LogsModule {}
