import { Module } from '@nestjs/common';
import { MqttEndpointModule } from './endpoint/mqtt-endpoint.module.ts';
import { OutsideBrokersModule } from './outside-brokers/outside-brokers.module.ts';
import { TestReadingsModule } from './test-readings/test-readings.module.ts';

/** The MQTT side of Telemon: writes devices' messages to `telemetry.raw`. */
@Module({ imports: [MqttEndpointModule, OutsideBrokersModule, TestReadingsModule] })
export class MqttBridgeModule {}
