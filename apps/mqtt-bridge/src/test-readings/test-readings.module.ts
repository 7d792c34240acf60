import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { MqttEndpointModule } from '../endpoint/mqtt-endpoint.module.ts';
import { TestReadingsHandler } from './test-readings.handler.ts';
import { TestReadings } from './test-readings.service.ts';

@Module({
  imports: [CredentialsModule, MqttEndpointModule],
  controllers: [TestReadingsHandler],
  providers: [TestReadings],
})
export class TestReadingsModule {}
