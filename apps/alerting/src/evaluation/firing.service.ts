import { Inject, Injectable } from '@nestjs/common';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { CONFIG } from '@telemon/platform/platform.module';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { DeviceStatus } from '../alert-log/device-status.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import type { AlertingVariables } from '../config.ts';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { type Naming, announcementOf, entryOf } from './entry.ts';
import type { Change, Firing } from './evaluate.ts';
import { clearings, decidedAfter, firings } from './evaluation.metrics.ts';
import type { AlertRule } from './rule.ts';

/** Writes changes of alerts: in one transaction the alerts' states, the log, the notices and the devices' status. */
@Injectable()
export class FiringService {
  constructor(
    private readonly facts: FactOutbox,
    private readonly alerts: AlertsService,
    private readonly alertLog: AlertLogService,
    private readonly status: DeviceStatus,
    private readonly notices: NoticesService,
    private readonly live: LiveAlerts,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: AlertingVariables,
  ) {}

  /** @throws RevisionConflict; then none of the changes is written. */
  async write(changes: Change<AlertRule>[]): Promise<void> {
    const fired = changes.flatMap(({ rule, firings: all }) =>
      [...all.values()].map((firing) => ({ firing, entry: this.entryOf(rule, firing) })),
    );
    const closed = changes.flatMap(({ closed: open }) =>
      open ? [{ id: open.entryId, at: new Date(open.at) }] : [],
    );
    const { isNew, announced } = await this.facts.commit(async (session, publish) => {
      await this.alerts.advance(changes.map(stepOf), session);
      const added = await this.alertLog.write(
        closed,
        fired.map(({ entry }) => entry),
        session,
      );
      const announcements = fired
        .filter(({ entry }) => added.has(entry._id))
        .map(({ entry, firing }) => {
          const naming = this.namingOf(entry.deviceName);
          return announcementOf(entry, firing.reading.timestamp, naming, this.config.TIMEZONE);
        });
      const notices = await this.notices.announce(announcements, session);
      await this.status.publish(
        changes.map(({ rule }) => rule.document.deviceName),
        session,
        publish,
      );
      return { isNew: added, announced: notices };
    });
    this.notices.send(announced);
    const now = Date.now();
    for (const { entry, firing } of fired) {
      if (isNew.has(entry._id)) {
        firings.inc();
        decidedAfter.observe((now - firing.reading.receivedAt) / 1_000);
      }
    }
    this.tellLive(changes);
  }

  private tellLive(changes: Change<AlertRule>[]): void {
    for (const { rule, closed, firings: all } of changes) {
      const { _id: alertId, deviceName } = rule.document;
      const publish = (entryId: string, change: 'fired' | 'cleared') =>
        this.live.publish({ entryId, alertId, deviceName }, change);
      if (closed) publish(closed.entryId, 'cleared');
      for (const { entryId, clearedAt } of all.values()) {
        publish(entryId, 'fired');
        if (clearedAt !== null) publish(entryId, 'cleared');
      }
      const cleared = [...all.values()].filter(({ clearedAt }) => clearedAt !== null).length;
      clearings.inc(cleared + (closed ? 1 : 0));
    }
  }

  private entryOf(rule: AlertRule, firing: Firing) {
    return entryOf(rule, firing, this.namingOf(rule.document.deviceName), this.config.TIMEZONE);
  }

  private namingOf(deviceName: string): Naming {
    return this.devices.get(deviceName) ?? { deviceAlias: deviceName, sensorNames: [] };
  }
}

const stepOf = ({ rule, fromRevision, to }: Change<AlertRule>) => ({
  id: rule.document._id,
  from: fromRevision,
  next: { state: to },
});
