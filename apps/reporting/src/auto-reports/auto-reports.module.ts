import { Module } from '@nestjs/common';
import { AutoReportsHandler } from './auto-reports.handler.ts';
import { AutoReportsRepository } from './auto-reports.repository.ts';
import { AutoReportsService } from './auto-reports.service.ts';

@Module({
  controllers: [AutoReportsHandler],
  providers: [AutoReportsRepository, AutoReportsService],
  exports: [AutoReportsService],
})
export class AutoReportsModule {}
