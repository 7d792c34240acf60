import { Module } from '@nestjs/common';
import { MqttEndpointModule } from './endpoint/mqtt-endpoint.module.ts';

/** The MQTT side of Telemon: writes devices' messages to `telemetry.raw`. */
@Module({ imports: [MqttEndpointModule] })
export class MqttBridgeModule {}
