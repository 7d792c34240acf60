import { Injectable } from '@nestjs/common';
import { Backlog } from '@telemon/platform/backlog';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { AlertsService } from './alerts/alerts.service.ts';
import { EventsService } from './events/events.service.ts';
import type { GoneDevice } from './rules/leftovers.ts';
import { KnownDevices } from './scope/known-devices.ts';
import { SilencesService } from './silences/silences.service.ts';

/**
 * Removes the alerts and events of deleted devices with all that they recorded and sent, and their silences. Each start checks
 * again, so a crash skips nothing.
 */
@Injectable()
export class DeletedDevices {
  constructor(
    alerts: AlertsService,
    events: EventsService,
    silences: SilencesService,
    devices: KnownDevices,
    lifecycle: Lifecycle,
  ) {
    const backlogOf = (of: Pick<SilencesService, 'removeOf'>, waiting: string) =>
      new Backlog<GoneDevice>(lifecycle, { work: (some) => of.removeOf(some), waiting });
    const goneOfAlerts = backlogOf(alerts, 'alerts of deleted devices are still there');
    const goneOfEvents = backlogOf(events, 'events of deleted devices are still there');
    const goneOfSilences = backlogOf(silences, 'silences of deleted devices are still there');
    alerts.leftovers.onLeft((device) => goneOfAlerts.add(device));
    events.leftovers.onLeft((device) => goneOfEvents.add(device));
    devices.onChange((deviceName, device, version) => {
      if (device !== null) return;
      for (const gone of [goneOfAlerts, goneOfEvents, goneOfSilences]) gone.add({ deviceName, version });
    });
  }
}
