import { Module } from '@nestjs/common';
import { ManagersModule } from '../managers/managers.module.ts';
import { CalibrationTables } from './calibration-tables.ts';
import { CalibrationTablesRepository } from './calibration-tables.repository.ts';
import { SensorTypesHandler } from './sensor-types.handler.ts';
import { SensorTypesRepository } from './sensor-types.repository.ts';
import { SensorTypesService } from './sensor-types.service.ts';

@Module({
  imports: [ManagersModule],
  controllers: [SensorTypesHandler],
  providers: [CalibrationTables, CalibrationTablesRepository, SensorTypesRepository, SensorTypesService],
  exports: [CalibrationTables, SensorTypesService],
})
export class SensorTypesModule {}
