import { Module } from '@nestjs/common';
import { KeptFilesModule } from '../kept-files/kept-files.module.ts';
import { RunsModule } from '../runs/runs.module.ts';
import { ExportSource } from './export-source.ts';
import { ExportsHandler } from './exports.handler.ts';
import { ExportsService } from './exports.service.ts';
import { ExportsWorker } from './exports.worker.ts';
import { LostDevices } from './lost-devices.ts';
import { OrdersRepository } from './orders.repository.ts';

@Module({
  imports: [KeptFilesModule, RunsModule],
  controllers: [ExportsHandler],
  providers: [ExportSource, ExportsService, ExportsWorker, LostDevices, OrdersRepository],
})
export class ExportsModule {}
