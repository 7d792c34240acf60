import { Injectable } from '@nestjs/common';
import { Backlog } from '@telemon/platform/backlog';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { AlertsService } from './alerts/alerts.service.ts';
import { EventsService } from './events/events.service.ts';
import type { GoneDevice } from './rules/leftovers.ts';
import { KnownDevices } from './scope/known-devices.ts';

/**
 * Removes the alerts and events of deleted devices with all that they recorded and sent. Each start checks again, so a crash
 * skips nothing.
 */
@Injectable()
export class DeletedDevices {
  constructor(alerts: AlertsService, events: EventsService, devices: KnownDevices, lifecycle: Lifecycle) {
    const backlogs = [
      { rules: alerts, waiting: 'alerts of deleted devices are still there' },
      { rules: events, waiting: 'events of deleted devices are still there' },
    ].map(({ rules, waiting }) => {
      const gone = new Backlog<GoneDevice>(lifecycle, { work: (some) => rules.removeOf(some), waiting });
      rules.leftovers.onLeft((device) => gone.add(device));
      return gone;
    });
    devices.onChange((deviceName, device, version) => {
      if (device !== null) return;
      for (const gone of backlogs) gone.add({ deviceName, version });
    });
  }
}
