import { Module } from '@nestjs/common';
import { ManagersModule } from '../managers/managers.module.ts';
import { BuildingsHandler } from './buildings.handler.ts';
import { BuildingsRepository } from './buildings.repository.ts';
import { BuildingsService } from './buildings.service.ts';
import { LivePlaces } from './live-places.ts';
import { PlacedDevices } from './placed-devices.ts';

@Module({
  imports: [ManagersModule],
  controllers: [BuildingsHandler],
  providers: [BuildingsRepository, BuildingsService, LivePlaces, PlacedDevices],
  exports: [BuildingsService, LivePlaces, PlacedDevices],
})
export class BuildingsModule {}
