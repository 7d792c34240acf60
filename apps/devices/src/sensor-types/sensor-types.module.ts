import { Module } from '@nestjs/common';
import { ManagersModule } from '../managers/managers.module.ts';
import { SensorTypesHandler } from './sensor-types.handler.ts';
import { SensorTypesRepository } from './sensor-types.repository.ts';
import { SensorTypesService } from './sensor-types.service.ts';

@Module({
  imports: [ManagersModule],
  controllers: [SensorTypesHandler],
  providers: [SensorTypesRepository, SensorTypesService],
  exports: [SensorTypesService],
})
export class SensorTypesModule {}
