import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { FloorsHandler } from './floors.handler.ts';
import { FloorsRepository } from './floors.repository.ts';
import { FloorsService } from './floors.service.ts';
import { PlanReader } from './plan/plan-reader.ts';
import { PlansService } from './plans.service.ts';

@Module({
  imports: [BuildingsModule, FilesModule],
  controllers: [FloorsHandler],
  providers: [FloorsRepository, FloorsService, PlanReader, PlansService],
  exports: [FloorsService],
})
export class FloorsModule {}
