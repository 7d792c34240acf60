import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AutoReportsModule } from './auto-reports/auto-reports.module.ts';
import { ExportsModule } from './exports/exports.module.ts';
import { RunsModule } from './runs/runs.module.ts';

/** Automatic reports: their plans, and how they are written and sent. Exports that users have ordered. */
@Module({ imports: [ScheduleModule.forRoot(), AutoReportsModule, RunsModule, ExportsModule] })
export class ReportingModule {}
