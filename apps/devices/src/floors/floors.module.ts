import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { FloorsHandler } from './floors.handler.ts';
import { FloorsRepository } from './floors.repository.ts';
import { FloorsService } from './floors.service.ts';

@Module({
  imports: [BuildingsModule],
  controllers: [FloorsHandler],
  providers: [FloorsRepository, FloorsService],
  exports: [FloorsService],
})
export class FloorsModule {}
