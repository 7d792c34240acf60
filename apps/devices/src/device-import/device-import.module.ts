import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { SheetsModule } from '../sheets/sheets.module.ts';
import { DeviceImportHandler } from './device-import.handler.ts';
import { DeviceImportService } from './device-import.service.ts';

@Module({
  imports: [DevicesModule, FilesModule, ManagersModule, SensorTypesModule, SheetsModule],
  controllers: [DeviceImportHandler],
  providers: [DeviceImportService],
})
export class DeviceImportModule {}
