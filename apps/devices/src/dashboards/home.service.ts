import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { DashboardDevice, Home, MapDevice, dashboards } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import { PackedJson } from '@telemon/platform/messaging/packed-json';
import { jsonOfParts } from '@telemon/platform/messaging/parts';
import { readAhead } from '@telemon/platform/read-ahead';
import { SharedAnswers } from '@telemon/platform/shared-answers';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { channelsOf } from '../devices/device-document.ts';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import type { DashboardDocument } from '../devices/devices.repository.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { HalfHours } from '../latest/half-hours.ts';
import type { Present } from '../latest/present.ts';
import { lastUpdatedOf, NO_VALUES } from '../latest/latest-view.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { BuildingCounts } from './building-counts.ts';

/** The resolution of a card's line: coarser with many devices, so that the answer stays within NATS's limit. */
const halfHoursPerPointOf = (devices: number): number => (devices > 5_000 ? 6 : devices > 2_000 ? 2 : 1);
/** The id that stands for all locations or all managers in requests. */
const ALL = '0';

/** Devices that were read together. */
interface Batch {
  rows: DashboardDocument[];
  sensorNames: (device: DashboardDocument) => string[];
  latest: ReadonlyMap<number, Present>;
}

/** The home page: every device in the actor's scope with its present values. */
@Injectable()
export class HomeService {
  /** The home pages, each shared by callers with the same scope. */
  private readonly homes = new SharedAnswers<PackedJson>();

  constructor(
    private readonly devices: DevicesService,
    private readonly statuses: DeviceStatuses,
    private readonly latest: LatestService,
    private readonly managers: ManagersService,
    private readonly buildings: BuildingsService,
  ) {}

  /** A call during a build for the same scope gets the next build, which contains the caller's latest changes. */
  async home(actor: Actor, managerIds: readonly string[] | null = null): Promise<PackedJson> {
    const scope = JSON.stringify([actor.role, isAdmin(actor.role) || actor.id, managerIds]);
    return this.homes.to(scope, () => PackedJson.of(jsonOfParts(this.parts(actor, managerIds))));
  }

  /**
   * Yields devices in batches: while one is written, the next is read, and other calls are answered.
   * @param managerIds If not null, limits devices and buildings to these managers.
   */
  private async *parts(actor: Actor, managerIds: readonly string[] | null): AsyncGenerator<Partial<Home>> {
    const now = Date.now();
    const [count, buildings] = await Promise.all([
      this.devices.countOnDashboard(actor, managerIds),
      this.buildings.onMap(actor),
    ]);
    const halfHoursPerPoint = halfHoursPerPointOf(count);
    const onMap: MapDevice[][] = [];
    const counts = new BuildingCounts();
    yield { deviceData: [] };
    for await (const { rows, sensorNames, latest } of readAhead(this.batches(actor, managerIds))) {
      const deviceData = rows.map((device) => {
        const present = presentOf(latest.get(device.key), now, halfHoursPerPoint);
        return this.view(device, sensorNames(device), present);
      });
      onMap.push(deviceData.flatMap(placeOnMap));
      counts.add(deviceData);
      yield { deviceData };
    }
    yield { mapData: [] };
    for (const mapData of onMap) yield { mapData };
    const shown = managerIds
      ? buildings.filter(({ managerId }) => managerIds.includes(managerId))
      : buildings;
    yield { buildingData: counts.of(shown) };
  }

  /** The home page of one location, one manager, or both. */
  filtered(actor: Actor, asked: RequestOf<typeof dashboards.filtered>): Promise<PackedJson> {
    const { locationId, managerId } = asked;
    const isNamed = managerId !== ALL;
    if (locationId === ALL) return this.home(actor, isNamed ? [managerId] : null);
    const there = this.managers.idsAt(locationId);
    return this.home(actor, isNamed ? there.filter((id) => id === managerId) : there);
  }

  private async *batches(actor: Actor, managerIds: readonly string[] | null): AsyncGenerator<Batch> {
    for await (const batch of this.devices.onDashboard(actor, managerIds)) {
      yield { ...batch, latest: await this.latest.present(batch.rows.map(({ key }) => key)) };
    }
  }

  private view(
    device: DashboardDocument,
    sensors: string[],
    present: Pick<DashboardDevice, 'lastUpdated' | 'present'>,
  ): DashboardDevice {
    const { _id, deviceAlias, managerId, template, locationMode, lat, lng, floorData } = device;
    const { companyName, locationName } = this.managers.view(managerId);
    return {
      deviceName: _id,
      deviceAlias,
      ...this.statuses.of(_id, present.lastUpdated),
      locationMode,
      lat,
      lng,
      floorData,
      template,
      managerId,
      sensors,
      channels: channelsOf(device.sensorIds),
      lastUpdated: present.lastUpdated,
      deviceMetaData: hasDepth(template) ? device.deviceMetaData : null,
      company: companyName,
      location: locationName,
      present: present.present,
    };
  }
}

const presentOf = (
  state: Present | undefined,
  now: number,
  halfHoursPerPoint: number,
): Pick<DashboardDevice, 'lastUpdated' | 'present'> => ({
  lastUpdated: lastUpdatedOf(state),
  present: {
    current: state?.current ?? NO_VALUES,
    battery: state?.battery ?? null,
    lastDay: state ? HalfHours.lineOf(state.halfHours, now, halfHoursPerPoint) : [],
  },
});

const placeOnMap = ({ deviceName, deviceAlias, status, lat, lng }: DashboardDevice): MapDevice[] =>
  lat === null || lng === null ? [] : [{ deviceName, deviceAlias, status, lat, lng }];
