import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { TestReadingsHandler } from './test-readings.handler.ts';
import { TestReadingsService } from './test-readings.service.ts';

@Module({
  imports: [DevicesModule, LatestModule, SensorTypesModule],
  controllers: [TestReadingsHandler],
  providers: [TestReadingsService],
})
export class TestReadingsModule {}
