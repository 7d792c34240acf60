import { Module } from '@nestjs/common';
import { KeptFilesModule } from '../kept-files/kept-files.module.ts';
import { PeriodSource } from '../letters/period-source.ts';
import { ReportWriter } from '../letters/report-writer.ts';
import { Planner } from '../runs/planner.ts';
import { Recipients } from '../runs/recipients.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { RunsService } from '../runs/runs.service.ts';
import { Scheduler } from '../runs/scheduler.ts';
import { ReportSender } from '../runs/report-sender.ts';
import { AutoReportsHandler } from './auto-reports.handler.ts';
import { AutoReportsRepository } from './auto-reports.repository.ts';
import { AutoReportsService } from './auto-reports.service.ts';

@Module({
  imports: [KeptFilesModule],
  controllers: [AutoReportsHandler],
  providers: [
    AutoReportsRepository,
    AutoReportsService,
    PeriodSource,
    Planner,
    Recipients,
    ReportWriter,
    RunsRepository,
    RunsService,
    Scheduler,
    ReportSender,
  ],
  exports: [Recipients],
})
export class AutoReportsModule {}
