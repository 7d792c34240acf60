import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import type { DashboardDevice, dashboards } from '@telemon/contracts/dashboards';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { lastUpdatedOf } from '../latest/latest-view.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';

/** How fine a card's line is: with many devices it gets coarser, so that the answer stays within what NATS carries. */
const halfHoursPerPointOf = (devices: number): number => (devices > 5_000 ? 6 : devices > 2_000 ? 2 : 1);
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
          lastDay: state?.halfHours.line(now, halfHoursPerPoint) ?? [],
        },
      };
    });
    const mapData = deviceData.flatMap(({ deviceName, deviceAlias, status, lat, lng }) =>
      lat === null || lng === null ? [] : [{ deviceName, deviceAlias, status, lat, lng }],
    );
    return { deviceData, mapData, buildingData: [] };
  }
}
