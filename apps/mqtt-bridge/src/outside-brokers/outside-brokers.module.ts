import { Module } from '@nestjs/common';
import { BlockedTopicsModule } from '../blocked-topics/blocked-topics.module.ts';
import { CredentialsModule } from '../credentials/credentials.module.ts';
import { MqttEndpointModule } from '../endpoint/mqtt-endpoint.module.ts';
import { OutsideBrokers } from './outside-brokers.service.ts';
import { OutsideIntake } from './outside-intake.ts';
import { OutsideSessionsRepository } from './outside-sessions.repository.ts';

@Module({
  imports: [BlockedTopicsModule, CredentialsModule, MqttEndpointModule],
  providers: [OutsideSessionsRepository, OutsideIntake, OutsideBrokers],
})
export class OutsideBrokersModule {}
