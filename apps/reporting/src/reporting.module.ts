import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AutoReportsModule } from './auto-reports/auto-reports.module.ts';

/** Automatic reports: when each user wants them, and how they get there. */
@Module({ imports: [ScheduleModule.forRoot(), AutoReportsModule] })
export class ReportingModule {}
