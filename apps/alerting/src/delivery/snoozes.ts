import { Inject, Injectable } from '@nestjs/common';
import type { SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { AlertingVariables } from '../config.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { LiveAlerts } from './live-alerts.ts';
import { asMoment } from './message-variables.ts';
import type { AlertNotice } from './notice.ts';
import { type Snooze, SnoozesRepository } from './snoozes.repository.ts';

/** An alert; null: the silences of the device. */
export type Snoozable = Pick<AlertNotice, 'alertId' | 'deviceName'>;

/** The id of a snooze: of an alert, or of the silences of a device. */
export const snoozedAs = ({
  alertId,
  deviceName,
}: Pick<Snoozable, 'deviceName'> & { alertId?: string | null }): string =>
  alertId ?? `silence of ${deviceName}`;

/** A snooze in the shape of the contracts. @param snooze Absent if there is none */
export const asSnoozed = (snooze: Snooze | undefined): Pick<Alert, 'snoozedUntil' | 'snoozedBy'> => ({
  snoozedUntil: snooze?.until.toISOString() ?? null,
  snoozedBy: snooze?.by ?? null,
});

/** Alerts that send no notices for some hours, because a user or a recipient asked for it. Their entries are made as ever. */
@Injectable()
export class Snoozes {
  constructor(
    private readonly repository: SnoozesRepository,
    private readonly live: LiveAlerts,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: AlertingVariables,
  ) {}

  /** Until when an alert is snoozed; null: it is not. */
  async untilOf(alertId: string, now: number): Promise<Date | null> {
    return (await this.of([alertId], now)).get(alertId)?.until ?? null;
  }

  /** Snoozes an alert from now on, in place of an earlier snooze; for 0 hours: ends it. Tells open pages. */
  async set(which: Snoozable, hours: SnoozeHours, by: string, now: number): Promise<Snooze | undefined> {
    const snooze = hours === 0 ? undefined : { until: new Date(now + hours * HOUR_MS), by };
    const _id = snoozedAs(which);
    const { deviceName } = which;
    const deviceVersion = this.devices.versionOf(deviceName);
    if (snooze) await this.repository.save({ _id, ...snooze, deviceName, deviceVersion });
    else await this.repository.remove(_id);
    this.live.publish({ ...which, entryId: null }, 'snoozed');
    return snooze;
  }

  /** The running snoozes of alerts, by id. @param alertIds As `snoozedAs` makes them */
  async of(alertIds: string[], now: number, session?: ClientSession): Promise<Map<string, Snooze>> {
    if (alertIds.length === 0) return new Map();
    const rows = await this.repository.running(alertIds, now, session);
    return new Map(rows.map(({ _id, until, by }) => [_id, { until, by }]));
  }

  /** Deletes the snoozes of deleted devices, so that none is that of a new device of the same name. */
  async removeOf(gone: readonly { deviceName: string; version: number }[]): Promise<void> {
    await this.repository.removeOf(gone);
  }

  /** Why the notices of snoozed alerts are held, by id. @param alertIds As `snoozedAs` makes them */
  async reasonsOf(alertIds: string[], now: number, session?: ClientSession): Promise<Map<string, string>> {
    const { TIMEZONE } = this.config;
    return new Map(
      [...(await this.of(alertIds, now, session))].map(([id, { until, by }]) => [
        id,
        `Snoozed until ${asMoment(TIMEZONE, until.getTime())} by ${by}`,
      ]),
    );
  }
}
