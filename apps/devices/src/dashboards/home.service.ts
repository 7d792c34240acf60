import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { DashboardDevice, Home, MapBuilding, dashboards } from '@telemon/contracts/dashboards';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { HalfHours } from '../latest/half-hours.ts';
import { lastUpdatedOf } from '../latest/latest-view.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';

/** How fine a card's line is: with many devices it gets coarser, so that the answer stays within what NATS carries. */
const halfHoursPerPointOf = (devices: number): number => (devices > 5_000 ? 6 : devices > 2_000 ? 2 : 1);
/** What the documents have in the place of a location or a manager for all of them. */
const ALL = '0';
const NOTHING = [null, null, null, null];

/** The first page: every device in the actor's scope with its present values. */
@Injectable()
export class HomeService {
  constructor(
    private readonly devices: DevicesService,
    private readonly statuses: DeviceStatuses,
    private readonly latest: LatestService,
    private readonly managers: ManagersService,
    private readonly buildings: BuildingsService,
  ) {}

  /** @param managerIds Whose devices and buildings alone, where some are named. */
  async home(actor: Actor, managerIds: readonly string[] | null = null): Promise<Home> {
    const now = Date.now();
    const [{ rows, sensorNames }, buildings] = await Promise.all([
      this.devices.onDashboard(actor, managerIds),
      this.buildings.onMap(actor),
    ]);
    const latest = await this.latest.present(rows.map(({ key }) => key));
    const halfHoursPerPoint = halfHoursPerPointOf(rows.length);
    const deviceData = rows.map((device): DashboardDevice => {
      const { _id, key, deviceAlias, managerId, template, locationMode, lat, lng, floorData } = device;
      const { companyName, locationName } = this.managers.view(managerId);
      const state = latest.get(key);
      return {
        deviceName: _id,
        deviceAlias,
        status: this.statuses.of(_id),
        locationMode,
        lat,
        lng,
        floorData,
        template,
        managerId,
        sensors: sensorNames(device),
        lastUpdated: lastUpdatedOf(state),
        deviceMetaData: template === 'Ultrasonic' ? device.deviceMetaData : null,
        company: companyName,
        location: locationName,
        present: {
          current: state?.current ?? NOTHING,
          battery: state?.battery ?? null,
          lastDay: state ? HalfHours.lineOf(state.halfHours, now, halfHoursPerPoint) : [],
        },
      };
    });
    const mapData = deviceData.flatMap(({ deviceName, deviceAlias, status, lat, lng }) =>
      lat === null || lng === null ? [] : [{ deviceName, deviceAlias, status, lat, lng }],
    );
    const shown = managerIds
      ? buildings.filter(({ managerId }) => managerIds.includes(managerId))
      : buildings;
    return { deviceData, mapData, buildingData: withCounts(shown, deviceData) };
  }

  /** The first page of one location, one manager, or both. */
  filtered(actor: Actor, asked: RequestOf<typeof dashboards.filtered>): Promise<Home> {
    const { locationId, managerId } = asked;
    const isNamed = managerId !== ALL;
    if (locationId === ALL) return this.home(actor, isNamed ? [managerId] : null);
    const there = this.managers.idsAt(locationId);
    return this.home(actor, isNamed ? there.filter((id) => id === managerId) : there);
  }
}

const withCounts = (
  buildings: readonly Omit<MapBuilding, 'devices' | 'firing' | 'status'>[],
  devices: readonly DashboardDevice[],
): MapBuilding[] => {
  const within = Map.groupBy(devices, ({ floorData }) => floorData?.buildingId);
  return buildings.map((building) => {
    const inside = within.get(building.buildingId) ?? [];
    const firing = inside.filter(({ status }) => status === 1).length;
    return { ...building, devices: inside.length, firing, status: firing > 0 ? 1 : 0 };
  });
};
