import { Module } from '@nestjs/common';
import { DashboardsModule } from './dashboards/dashboards.module.ts';
import { DevicesModule } from './devices/devices.module.ts';
import { ReadingsModule } from './readings/readings.module.ts';
import { SensorTypesModule } from './sensor-types/sensor-types.module.ts';

/** Devices, what they measure, and what they sent. */
@Module({ imports: [SensorTypesModule, DevicesModule, ReadingsModule, DashboardsModule] })
export class DevicesServiceModule {}
