import { Module } from '@nestjs/common';
import { EndpointModule } from './endpoint/endpoint.module.ts';

/** The MQTT side of Telemon: what devices publish becomes messages of `telemetry.raw`. */
@Module({ imports: [EndpointModule] })
export class MqttBridgeModule {}
