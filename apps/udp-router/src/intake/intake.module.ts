import { Module } from '@nestjs/common';
import { Drops } from './drops.ts';
import { Intake } from './intake.ts';
import { KnownDevices } from './known-devices.ts';

@Module({ providers: [Drops, KnownDevices, Intake] })
export class IntakeModule {}
