import { Module } from '@nestjs/common';
import { LatestModule } from '../latest/latest.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { DeviceViews } from './device-views.ts';
import { DevicesHandler } from './devices.handler.ts';
import { DevicesRepository } from './devices.repository.ts';
import { DevicesService } from './devices.service.ts';

@Module({
  imports: [LatestModule, ManagersModule, SensorTypesModule],
  controllers: [DevicesHandler],
  providers: [DeviceRegistry, DeviceStatuses, DeviceViews, DevicesRepository, DevicesService],
  exports: [DeviceRegistry, DeviceStatuses, DevicesService],
})
export class DevicesModule {}
