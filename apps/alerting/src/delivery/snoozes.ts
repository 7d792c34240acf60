import { Inject, Injectable } from '@nestjs/common';
import { SNOOZE_HOURS, type SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import type { AlertingVariables } from '../config.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { LiveAlerts } from './live-alerts.ts';
import { asMoment } from './message-variables.ts';
import type { AlertNotice } from './notice.ts';

const LONGEST_MS = Math.max(...SNOOZE_HOURS) * HOUR_MS;

export interface Snooze {
  /** MongoDB deletes it after this time. */
  until: Date;
  /** The user's name, or the address of a recipient that only the alert names. */
  by: string;
}

/** An alert; null: the silences of the device. */
export type Snoozable = Pick<AlertNotice, 'alertId' | 'deviceName'>;

interface SnoozeDocument extends Snooze {
  /** Id of the alert, or of the silences of a device. */
  _id: string;
  deviceName: string;
  /** Of the device's newest fact then: a later device of its name has a higher one. */
  deviceVersion: number;
}

/** Whose notices are snoozed together: those of an alert, or those of a device's silences. */
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
  private readonly snoozes: Collection<SnoozeDocument>;

  constructor(
    mongo: Mongo,
    private readonly live: LiveAlerts,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: AlertingVariables,
  ) {
    this.snoozes = mongo.collection<SnoozeDocument>('snoozes', [
      { key: { until: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Until when an alert is snoozed; null: it is not. */
  async untilOf(alertId: string, now: number): Promise<Date | null> {
    return (await this.of([alertId], now)).get(alertId)?.until ?? null;
  }

  /** Snoozes an alert from now on, in place of an earlier snooze; for 0 hours: ends it. Tells open pages. */
  async set(which: Snoozable, hours: SnoozeHours, by: string, now: number): Promise<Snooze | undefined> {
    const snooze = hours === 0 ? undefined : { until: new Date(now + hours * HOUR_MS), by };
    const _id = snoozedAs(which);
    const { deviceName } = which;
    const of = { deviceName, deviceVersion: this.devices.versionOf(deviceName) };
    if (snooze) await this.snoozes.updateOne({ _id }, { $set: { ...snooze, ...of } }, { upsert: true });
    else await this.snoozes.deleteOne({ _id });
    this.live.publish({ ...which, entryId: null }, 'snoozed');
    return snooze;
  }

  /** The snoozes of those alerts that are snoozed. @param alertIds as `snoozedAs` has them */
  async of(alertIds: string[], now: number, session?: ClientSession): Promise<Map<string, Snooze>> {
    if (alertIds.length === 0) return new Map();
    const filter = { _id: { $in: [...new Set(alertIds)] }, until: runningAt(now) };
    const rows = await this.snoozes.find(filter, session && { session }).toArray();
    return new Map(rows.map(({ _id, until, by }) => [_id, { until, by }]));
  }

  /** Deletes the snoozes of deleted devices, so that none is that of a new device of the same name. */
  async removeOf(gone: readonly { deviceName: string; version: number }[]): Promise<void> {
    await this.snoozes.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: { $lt: version } })),
    });
  }

  /** For each of the alerts that is snoozed, why its notices are held. @param alertIds as `snoozedAs` has them */
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

/** The ends of the snoozes that run at a time. One that ends later than the longest snooze got its end from a wrong clock. */
const runningAt = (now: number) => ({ $gt: new Date(now), $lte: new Date(now + LONGEST_MS) });
