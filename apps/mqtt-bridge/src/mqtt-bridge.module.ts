import { Module } from '@nestjs/common';
import { EndpointModule } from './endpoint/endpoint.module.ts';

/** The MQTT side of Telemon: writes devices' messages to `telemetry.raw`. */
@Module({ imports: [EndpointModule] })
export class MqttBridgeModule {}
