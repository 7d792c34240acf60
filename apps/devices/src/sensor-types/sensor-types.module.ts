import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { SheetsModule } from '../sheets/sheets.module.ts';
import { CalibrationTables } from './calibration-tables.ts';
import { CalibrationTablesRepository } from './calibration-tables.repository.ts';
import { SensorTypesHandler } from './sensor-types.handler.ts';
import { SensorTypesRepository } from './sensor-types.repository.ts';
import { SensorTypesService } from './sensor-types.service.ts';
import { UploadedTablesService } from './uploaded-tables.service.ts';

@Module({
  imports: [FilesModule, ManagersModule, SheetsModule],
  controllers: [SensorTypesHandler],
  providers: [
    CalibrationTables,
    CalibrationTablesRepository,
    SensorTypesRepository,
    SensorTypesService,
    UploadedTablesService,
  ],
  exports: [CalibrationTables, SensorTypesService],
})
export class SensorTypesModule {}
