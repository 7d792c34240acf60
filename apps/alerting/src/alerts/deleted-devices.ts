import { Injectable } from '@nestjs/common';
import { Backlog } from '@telemon/platform/backlog';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { KnownDevices } from '../scope/known-devices.ts';
import { AlertsService, type GoneDevice } from './alerts.service.ts';

/** Removes the alerts, log entries and notices of deleted devices. Each start checks again, so a crash skips nothing. */
@Injectable()
export class DeletedDevices {
  constructor(alerts: AlertsService, devices: KnownDevices, lifecycle: Lifecycle) {
    const gone = new Backlog<GoneDevice>(lifecycle, {
      work: (some) => alerts.removeOf(some),
      waiting: 'alerts of deleted devices are still there',
    });
    alerts.onLeft((device) => gone.add(device));
    devices.onChange((deviceName, device, version) => {
      if (device === null) gone.add({ deviceName, version });
    });
  }
}
