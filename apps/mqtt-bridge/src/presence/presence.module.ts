import { Module } from '@nestjs/common';
import { PresenceReports } from './presence-reports.ts';

@Module({ providers: [PresenceReports], exports: [PresenceReports] })
export class PresenceModule {}
