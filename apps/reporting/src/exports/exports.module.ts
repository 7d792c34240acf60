import { Module } from '@nestjs/common';
import { AutoReportsModule } from '../auto-reports/auto-reports.module.ts';
import { KeptFilesModule } from '../kept-files/kept-files.module.ts';
import { ExportSource } from './export-source.ts';
import { ExportsHandler } from './exports.handler.ts';
import { ExportsService } from './exports.service.ts';
import { ExportsWorker } from './exports.worker.ts';
import { LostDevices } from './lost-devices.ts';
import { OrdersRepository } from './orders.repository.ts';

@Module({
  imports: [AutoReportsModule, KeptFilesModule],
  controllers: [ExportsHandler],
  providers: [ExportSource, ExportsService, ExportsWorker, LostDevices, OrdersRepository],
})
export class ExportsModule {}
