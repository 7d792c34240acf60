import { Module } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Heartbeats } from '@telemon/edge/heartbeats';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { DeviceKeysModule } from './device-keys.module.ts';
import { Drops } from './drops.ts';
import { UdpEndpoint } from './udp-endpoint.ts';

const BUFFER_SIZE = { messages: 100_000, bytes: 32 * 1024 * 1024 };

@Module({
  imports: [DeviceKeysModule],
  providers: [
    Drops,
    KafkaTelemetry.provider({
      writesTo: TOPICS.raw,
      source: 'udp',
      metrics: 'telemon_udp_intake',
      bufferSize: BUFFER_SIZE,
    }),
    Heartbeats.provider('udp'),
    Refusals.provider({ source: 'udp', writesTo: TOPICS.deadLetters }),
    UnknownDevices.provider('udp'),
    UdpEndpoint,
  ],
})
export class UdpEndpointModule {}
