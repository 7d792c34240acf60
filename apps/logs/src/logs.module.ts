import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from './blocked-topics/blocked-topics.module.ts';
import { MessageLogModule } from './message-log/message-log.module.ts';
import { UnknownDevicesModule } from './unknown-devices/unknown-devices.module.ts';

/** Keeps what devices send, within limits: the MQTT log and the UDP log; the topics that are blocked; and the unknown devices. */
@Module({ imports: [MessageLogModule, BlockedTopicsModule, UnknownDevicesModule] })
export class LogsModule {}
