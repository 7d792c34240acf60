import { createHash } from 'node:crypto';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { type Condition, type ValueField, conditionOf, placeOf } from './condition.ts';
import type { RecentReadings } from './recent-readings.ts';

/** An alert made ready to be compared with readings. */
export interface Rule {
  readonly alert: AlertDocument;
  readonly field: ValueField;
  readonly index: number;
  readonly holds: Condition;
  /** At first as in `alert.state`, then updated by readings. */
  openEntryId: string | null;
  changedAt: number;
  changedTimestamp: number;
  tied: readonly number[];
  revision: number;
  /** When it was read from the database. */
  readonly readAt: number;
  /** Whether this process has changed it since then. */
  changedHere: boolean;
}

/** The rules of a device, and its recent readings. */
export interface WatchedDevice {
  readonly rules: readonly Rule[];
  readonly recent: RecentReadings;
}

export const ruleOf = (alert: AlertDocument): Rule => ({
  alert,
  ...placeOf(alert.valueType, alert.sensorId),
  holds: conditionOf(alert.alertType, alert.values),
  tied: [],
  ...alert.state,
  readAt: Date.now(),
  changedHere: false,
});

/** The same crossing always makes the same entry. */
export const entryIdOf = (alertId: string, readingId: string): string =>
  createHash('sha256').update(`${alertId}\n${readingId}`).digest('hex').slice(0, 32);
