import { Module } from '@nestjs/common';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';

const BUFFER_SIZE = { messages: 50_000, bytes: 32 * 1024 * 1024 };

@Module({
  imports: [CredentialsModule],
  providers: [KafkaTelemetry.provider({ source: 'mqtt', bufferSize: BUFFER_SIZE }), MqttEndpoint],
  exports: [MqttEndpoint],
})
export class MqttEndpointModule {}
