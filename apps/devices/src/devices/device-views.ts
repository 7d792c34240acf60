import { Injectable } from '@nestjs/common';
import type { Device, FloorDevice } from '@telemon/contracts/devices/devices';
import { NO_PRESENCE, type Presence } from '@telemon/contracts/devices/presence';
import { NO_VALUES, lastUpdatedOf, lateByMsOf } from '../latest/latest-view.ts';
import type { ArrivalTimes } from '../latest/latest.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { PresenceService } from '../presence/presence.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { type DeviceDocument, channelsOf } from './device-document.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { RateMarks } from './rate-marks.ts';
import { UdpMarks } from './udp-marks.ts';

export const idsOfSensors = (devices: readonly Pick<DeviceDocument, 'sensorIds'>[]): string[] =>
  devices.flatMap(({ sensorIds }) => sensorIds.filter((id) => id !== null));

/** Devices as the API shows them: with the names of their sensors and manager, their status, their presence and their last arrival. */
@Injectable()
export class DeviceViews {
  constructor(
    private readonly sensorTypes: SensorTypesService,
    private readonly managers: ManagersService,
    private readonly statuses: DeviceStatuses,
    private readonly rateMarks: RateMarks,
    private readonly udpMarks: UdpMarks,
    private readonly latest: LatestService,
    private readonly presence: PresenceService,
  ) {}

  async of(devices: readonly DeviceDocument[]): Promise<Device[]> {
    const keys = devices.map(({ key }) => key);
    const [names, latest, presence] = await Promise.all([
      this.sensorTypes.names(idsOfSensors(devices)),
      this.latest.arrivals(keys),
      this.presence.of(keys),
    ]);
    return devices.map((device) =>
      this.view(device, names, latest.get(device.key), presence.get(device.key)),
    );
  }

  /** The devices among these that have a place on a floor, with their present values. */
  async onFloor(devices: readonly DeviceDocument[]): Promise<FloorDevice[]> {
    const [names, latest] = await Promise.all([
      this.sensorTypes.names(idsOfSensors(devices)),
      this.latest.present(devices.map(({ key }) => key)),
    ]);
    return devices.flatMap((device): FloorDevice[] => {
      const { key, sensorIds, floorData } = device;
      if (!floorData) return [];
      const present = latest.get(key);
      const { deviceName, deviceAlias, template, status, lastUpdated, silentSince, sensors } = this.view(
        device,
        names,
        present,
      );
      return [
        {
          deviceName,
          deviceAlias,
          template,
          status,
          lastUpdated,
          silentSince,
          sensors,
          floorData,
          channels: channelsOf(sensorIds),
          present: { current: present?.current ?? NO_VALUES },
        },
      ];
    });
  }

  view(
    device: DeviceDocument,
    names: ReadonlyMap<string, string>,
    latest: ArrivalTimes | undefined,
    presence: Presence = NO_PRESENCE,
  ): Device {
    const {
      _id,
      sensorIds,
      createdAt,
      managerId,
      expectedInterval = null,
      udpSource = null,
      udpKeyId = null,
      assistantIds: _,
      key: _key,
      passwordSha256: _hash,
      passwordChangedAt: _changedAt,
      formerLogins: _formerLogins,
      held: _held,
      ...settings
    } = device;
    const [sensorId1 = null, sensorId2 = null, sensorId3 = null, sensorId4 = null] = sensorIds;
    const sensors = idsOfSensors([device]).map((id) => names.get(id) ?? '');
    const lastUpdated = lastUpdatedOf(latest);
    return {
      ...settings,
      deviceName: _id,
      managerId,
      expectedInterval,
      udpSource,
      hasUdpKey: udpKeyId !== null,
      ...this.managers.view(managerId),
      sensorId1,
      sensorId2,
      sensorId3,
      sensorId4,
      sensors,
      probes: sensors.length,
      ...this.statuses.of(_id, lastUpdated),
      beyondRate: this.rateMarks.has(_id),
      unauthenticated: udpKeyId === null && udpSource === null && this.udpMarks.has(_id),
      lastUpdated,
      lateByMs: lateByMsOf(latest),
      presence,
      createdAt: createdAt.toISOString(),
    };
  }
}
