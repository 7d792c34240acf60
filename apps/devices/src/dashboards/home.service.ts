import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import type { DashboardDevice, dashboards } from '@telemon/contracts/dashboards';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { lastUpdatedOf } from '../latest/latest-view.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';

/** Above so many devices a card's line has a point an hour, so that the answer stays within what NATS carries. */
const LARGE_FLEET = 2_000;
const NOTHING = [null, null, null, null];

/** The first page: every device in the actor's scope with its present values. */
@Injectable()
export class HomeService {
  constructor(
    private readonly devices: DevicesService,
    private readonly statuses: DeviceStatuses,
    private readonly latest: LatestService,
    private readonly managers: ManagersService,
  ) {}

  async home(actor: Actor): Promise<AnswerOf<typeof dashboards.home>> {
    const now = Date.now();
    const { rows, sensorNames } = await this.devices.onDashboard(actor);
    const latest = await this.latest.present(rows.map(({ key }) => key));
    const halfHoursPerPoint = rows.length > LARGE_FLEET ? 2 : 1;
    const deviceData = rows.map((device): DashboardDevice => {
      const { _id, key, deviceAlias, managerId, template, locationMode, lat, lng, deviceMetaData } = device;
      const { companyName, locationName } = this.managers.view(managerId);
      const state = latest.get(key);
      return {
        deviceName: _id,
        deviceAlias,
        status: this.statuses.of(_id),
        locationMode,
        lat,
        lng,
        template,
        managerId,
        sensors: sensorNames(device),
        lastUpdated: lastUpdatedOf(state),
        deviceMetaData,
        company: companyName,
        location: locationName,
        present: {
          current: state?.current ?? NOTHING,
          battery: state?.battery ?? null,
          lastDay: state?.halfHours.line(now, halfHoursPerPoint) ?? [],
        },
      };
    });
    const mapData = deviceData.map(({ deviceName, deviceAlias, status, lat, lng }) => ({
      deviceName,
      deviceAlias,
      status,
      lat,
      lng,
    }));
    return { deviceData, mapData, buildingData: [] };
  }
}
