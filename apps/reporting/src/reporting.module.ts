import { Module } from '@nestjs/common';
import { AutoReportsModule } from './auto-reports/auto-reports.module.ts';

/** Automatic reports: when each user wants them, and how they get there. */
@Module({ imports: [AutoReportsModule] })
export class ReportingModule {}
