import { Module } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Heartbeats } from '@telemon/edge/heartbeats';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Counters } from './counters.ts';
import { CountersRepository } from './counters.repository.ts';
import { DeviceKeysModule } from './device-keys.module.ts';
import { Drops } from './drops.ts';
import { SenderCheck } from './sender-check.ts';
import { UnauthenticatedDevices } from './unauthenticated-devices.ts';
import { UdpEndpoint } from './udp-endpoint.ts';

const BUFFER_SIZE = { messages: 100_000, bytes: 32 * 1024 * 1024 };

const firstOf = (...times: (number | undefined)[]): number | undefined =>
  times.filter((time) => time !== undefined).sort((a, b) => a - b)[0];

@Module({
  imports: [DeviceKeysModule],
  providers: [
    Counters,
    CountersRepository,
    Drops,
    SenderCheck,
    UnauthenticatedDevices,
    KafkaTelemetry.provider({
      writesTo: TOPICS.raw,
      source: 'udp',
      metrics: 'telemon_udp_intake',
      bufferSize: BUFFER_SIZE,
    }),
    {
      provide: Heartbeats,
      inject: [Kafka, KafkaTelemetry, Counters],
      useFactory: (kafka: Kafka, telemetry: KafkaTelemetry, counters: Counters) =>
        new Heartbeats('udp', kafka.everyPartitionOf(TOPICS.raw), {
          get waitingSince() {
            return firstOf(telemetry.waitingSince, counters.waitingSince);
          },
        }),
    },
    Refusals.provider({ source: 'udp', writesTo: TOPICS.deadLetters }),
    UnknownDevices.provider('udp'),
    UdpEndpoint,
  ],
})
export class UdpEndpointModule {}
