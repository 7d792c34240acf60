import type { RuleKind, RuleRef } from '@telemon/contracts/alerting/rules';
import { createHash } from 'node:crypto';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { EventDocument } from '../events/events.repository.ts';
import type { RuleDocument } from '../rules/rule-document.ts';
import { type Condition, type ValueField, conditionOf, placeOf } from './condition.ts';
import type { PartitionClock } from './partition-clock.ts';
import type { RecentReadings } from './recent-readings.ts';

interface RuleOf<Kind extends RuleKind, Document extends RuleDocument> {
  readonly kind: Kind;
  /** As it was read from the database. */
  readonly document: Document;
  readonly field: ValueField;
  readonly index: number;
  readonly holds: Condition;
  /** At first as in `document.state`, then updated by readings. */
  openEntryId: string | null;
  changedAt: number;
  changedTimestamp: number;
  tied: readonly number[];
  revision: number;
  /** When it was read from the database. */
  readonly readAt: number;
  /** Whether this process has changed it since then. */
  changedHere: boolean;
  /** Of a Periodic alert, its time period; else 0. */
  readonly periodMs: number;
  /** The partition in which the device's readings come. */
  readonly partition: number;
  /** When a Periodic alert reached its set point last, or began to wait for it: heard time; null while it is unknown. */
  reached: number | null;
  /** The same, as it is stored. */
  storedReached: number | null;
  /** Until then it may have reached its set point again before this process began: heard time. */
  reachedUntil: number;
  /** Its time in the queue of deadlines. */
  dueAt: number;
}

export type AlertRule = RuleOf<'alert', AlertDocument>;
export type EventRule = RuleOf<'event', EventDocument>;
/** An alert or an event made ready to be compared with readings. */
export type Rule = AlertRule | EventRule;

/** The rules of a device, and its recent readings. */
export interface WatchedDevice {
  /** Those that compare each value by itself. */
  readonly rules: readonly Rule[];
  readonly periodic: readonly AlertRule[];
  readonly recent: RecentReadings;
  /** That of its partition. */
  readonly clock: PartitionClock;
}

/** Rules of all kinds have their fields in the same order, so that the comparison of readings treats them as one type. */
const ready = <Kind extends RuleKind, Document extends RuleDocument>(
  kind: Kind,
  document: Document,
  holds: Condition,
  { partition, timePeriod }: { partition: number; timePeriod: number },
): RuleOf<Kind, Document> => {
  const { openEntryId, changedAt, changedTimestamp, tied = [], revision, reached } = document.state;
  // In another partition, heard times are others.
  const storedReached = reached?.partition === partition ? reached.heardAt : null;
  return {
    kind,
    document,
    ...placeOf(document.valueType, document.sensorId),
    holds,
    openEntryId,
    changedAt,
    changedTimestamp,
    tied,
    revision,
    readAt: Date.now(),
    changedHere: false,
    periodMs: timePeriod * 3_600_000,
    partition,
    reached: storedReached,
    storedReached,
    reachedUntil: Number.NEGATIVE_INFINITY,
    dueAt: Number.NaN,
  };
};

export const ruleOfAlert = (alert: AlertDocument, partition = 0): AlertRule =>
  ready('alert', alert, conditionOf(alert.alertType, alert.values), {
    partition,
    timePeriod: alert.timePeriod ?? 0,
  });

export const ruleOfEvent = (event: EventDocument, partition = 0): EventRule =>
  ready('event', event, conditionOf(event.eventType, [event.setPoint]), { partition, timePeriod: 0 });

/** Whether a rule fires at a deadline instead of by a value. */
export const isPeriodic = (rule: Rule): rule is AlertRule => rule.periodMs > 0;

export const refOf = ({ kind, document }: Rule): RuleRef => ({ kind, id: document._id });

/**
 * The same cause always makes the same entry of the alert log, or of the event log.
 * @param of The id of the rule, or the name of the silent device
 * @param cause The id of the reading, the deadline, or the arrival of the last reading before the silence
 */
export const entryIdOf = (of: string, cause: string | number): string =>
  createHash('sha256').update(`${of}\n${cause}`).digest('hex').slice(0, 32);
