import { Module } from '@nestjs/common';
import { AutoReportsModule } from '../auto-reports/auto-reports.module.ts';
import { KeptFilesModule } from '../kept-files/kept-files.module.ts';
import { PeriodSource } from '../letters/period-source.ts';
import { ReportWriter } from '../letters/report-writer.ts';
import { Planner } from './planner.ts';
import { Recipients } from './recipients.ts';
import { ReportSender } from './report-sender.ts';
import { RunsHandler } from './runs.handler.ts';
import { RunsRepository } from './runs.repository.ts';
import { RunsService } from './runs.service.ts';
import { Scheduler } from './scheduler.ts';

@Module({
  imports: [AutoReportsModule, KeptFilesModule],
  controllers: [RunsHandler],
  providers: [
    PeriodSource,
    Planner,
    Recipients,
    ReportSender,
    ReportWriter,
    RunsRepository,
    RunsService,
    Scheduler,
  ],
  exports: [Recipients],
})
export class RunsModule {}
