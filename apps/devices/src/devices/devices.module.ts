import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { FloorsModule } from '../floors/floors.module.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { PresenceModule } from '../presence/presence.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { Belongings } from './belongings.ts';
import { DeletedDevices } from './deleted-devices.ts';
import { DeviceChanges } from './device-changes.ts';
import { DeviceKeysRepository } from './device-keys.repository.ts';
import { DeviceLosses } from './device-losses.ts';
import { DeviceLossesHandler } from './device-losses.handler.ts';
import { DeviceMaking } from './device-making.ts';
import { DeviceParts } from './device-parts.ts';
import { DevicePlacesService } from './device-places.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { DeviceViews } from './device-views.ts';
import { DevicesHandler } from './devices.handler.ts';
import { DevicesRepository } from './devices.repository.ts';
import { DevicesService } from './devices.service.ts';
import { FactsWithoutKey } from './facts-without-key.ts';
import { RateMarks } from './rate-marks.ts';
import { UdpKeysHandler } from './udp-keys.handler.ts';
import { UdpKeysService } from './udp-keys.service.ts';
import { UdpMarks } from './udp-marks.ts';

@Module({
  imports: [BuildingsModule, FloorsModule, LatestModule, ManagersModule, PresenceModule, SensorTypesModule],
  controllers: [DeviceLossesHandler, DevicesHandler, UdpKeysHandler],
  providers: [
    Belongings,
    DeletedDevices,
    DeviceChanges,
    DeviceKeysRepository,
    DeviceLosses,
    DeviceMaking,
    DeviceParts,
    DevicePlacesService,
    DeviceRegistry,
    DeviceStatuses,
    DeviceViews,
    DevicesRepository,
    DevicesService,
    FactsWithoutKey,
    RateMarks,
    UdpKeysService,
    UdpMarks,
  ],
  exports: [
    Belongings,
    DeletedDevices,
    DeviceChanges,
    DeviceMaking,
    DeviceRegistry,
    DeviceStatuses,
    DevicesService,
  ],
})
export class DevicesModule {}
