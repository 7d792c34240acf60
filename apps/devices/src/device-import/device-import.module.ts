import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { DevicesModule } from '../devices/devices.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { FloorsModule } from '../floors/floors.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { SheetsModule } from '../sheets/sheets.module.ts';
import { DeviceImportHandler } from './device-import.handler.ts';
import { DeviceImportService } from './device-import.service.ts';

@Module({
  imports: [
    BuildingsModule,
    DevicesModule,
    FilesModule,
    FloorsModule,
    ManagersModule,
    SensorTypesModule,
    SheetsModule,
  ],
  controllers: [DeviceImportHandler],
  providers: [DeviceImportService],
})
export class DeviceImportModule {}
