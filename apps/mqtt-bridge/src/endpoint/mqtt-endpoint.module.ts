import { Module } from '@nestjs/common';
import { TOPICS } from '@telemon/contracts/topics';
import { Heartbeats } from '@telemon/edge/heartbeats';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { BlockedTopicsModule } from '../blocked-topics/blocked-topics.module.ts';
import { CommandsModule } from '../commands/commands.module.ts';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { PresenceModule } from '../presence/presence.module.ts';
import { IMAGES, MqttEndpoint } from './mqtt-endpoint.ts';

const READINGS = {
  writesTo: TOPICS.raw,
  source: 'mqtt',
  metrics: 'telemon_mqtt_intake',
  bufferSize: { messages: 50_000, bytes: 32 * 1024 * 1024 },
} as const;
const OF_IMAGES = {
  writesTo: TOPICS.images,
  source: 'mqtt',
  metrics: 'telemon_mqtt_image_intake',
  bufferSize: { messages: 1_000, bytes: 16 * 1024 * 1024 },
} as const;

@Module({
  imports: [BlockedTopicsModule, CommandsModule, CredentialsModule, PresenceModule],
  providers: [
    KafkaTelemetry.provider(READINGS),
    KafkaTelemetry.provider(OF_IMAGES, IMAGES),
    Heartbeats.provider('mqtt'),
    Refusals.provider({ source: 'mqtt', writesTo: TOPICS.deadLetters }),
    MqttEndpoint,
  ],
  exports: [MqttEndpoint, KafkaTelemetry, Refusals],
})
export class MqttEndpointModule {}
