import { Module } from '@nestjs/common';
import { AssignmentsModule } from './assignments/assignments.module.ts';
import { BuildingsModule } from './buildings/buildings.module.ts';
import { CommandsModule } from './commands/commands.module.ts';
import { DashboardsModule } from './dashboards/dashboards.module.ts';
import { DeviceImportModule } from './device-import/device-import.module.ts';
import { DevicesModule } from './devices/devices.module.ts';
import { DiskModule } from './disk/disk.module.ts';
import { FilesModule } from './files/files.module.ts';
import { FloorsModule } from './floors/floors.module.ts';
import { ImagesModule } from './images/images.module.ts';
import { PresenceReportsModule } from './presence/presence-reports.module.ts';
import { ReadingsModule } from './readings/readings.module.ts';
import { SensorTypesModule } from './sensor-types/sensor-types.module.ts';
import { TestReadingsModule } from './test-readings/test-readings.module.ts';
import { TracesModule } from './traces/traces.module.ts';

/** Devices, their sensor types and their readings. */
@Module({
  imports: [
    SensorTypesModule,
    FilesModule,
    BuildingsModule,
    FloorsModule,
    DevicesModule,
    DeviceImportModule,
    AssignmentsModule,
    CommandsModule,
    PresenceReportsModule,
    ReadingsModule,
    ImagesModule,
    DashboardsModule,
    TestReadingsModule,
    TracesModule,
    DiskModule,
  ],
})
export class DevicesServiceModule {}
