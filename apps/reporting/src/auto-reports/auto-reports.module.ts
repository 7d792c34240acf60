import { Module } from '@nestjs/common';
import { PeriodSource } from '../letters/period-source.ts';
import { ReportWriter } from '../letters/report-writer.ts';
import { Planner } from '../runs/planner.ts';
import { Recipients } from '../runs/recipients.ts';
import { RunFiles } from '../runs/run-files.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { RunsService } from '../runs/runs.service.ts';
import { Scheduler } from '../runs/scheduler.ts';
import { Worker } from '../runs/worker.ts';
import { AutoReportsHandler } from './auto-reports.handler.ts';
import { AutoReportsRepository } from './auto-reports.repository.ts';
import { AutoReportsService } from './auto-reports.service.ts';

@Module({
  controllers: [AutoReportsHandler],
  providers: [
    AutoReportsRepository,
    AutoReportsService,
    PeriodSource,
    Planner,
    Recipients,
    ReportWriter,
    RunFiles,
    RunsRepository,
    RunsService,
    Scheduler,
    Worker,
  ],
})
export class AutoReportsModule {}
