import { Module } from '@nestjs/common';
import { KafkaIntake } from './kafka-intake.ts';

@Module({ providers: [KafkaIntake], exports: [KafkaIntake] })
export class IntakeModule {}
