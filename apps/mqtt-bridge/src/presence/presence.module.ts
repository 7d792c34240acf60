import { Module } from '@nestjs/common';
import { PresenceReporter } from './presence-reporter.ts';

@Module({ providers: [PresenceReporter], exports: [PresenceReporter] })
export class PresenceModule {}
