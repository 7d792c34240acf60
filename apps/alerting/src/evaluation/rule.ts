import type { RuleKind, RuleRef } from '@telemon/contracts/alerting/rules';
import { createHash } from 'node:crypto';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { EventDocument } from '../events/events.repository.ts';
import { type Flaps, type Hold, type RuleDocument, firstState } from '../rules/rule-document.ts';
import { type Condition, type ValueField, conditionOf, placeOf } from './condition.ts';
import { DeviceClock } from './device-clock.ts';
import type { RecentReadings } from './recent-readings.ts';

interface RuleOf<Kind extends RuleKind, Document extends RuleDocument> {
  readonly kind: Kind;
  /** The document as it was read from the database. */
  readonly document: Document;
  readonly field: ValueField;
  readonly index: number;
  readonly holds: Condition;
  /** Whether it stays open at a value: the same, but with the thresholds at which an alert clears. */
  readonly stays: Condition;
  /** At first as in `document.state`, then updated by readings. */
  openEntryId: string | null;
  changedAt: number;
  changedTimestamp: number;
  changedOffset: number | undefined;
  tied: readonly number[];
  revision: number;
  /** When it was read from the database. */
  readonly readAt: number;
  /** Whether this process has changed it since then. */
  changedHere: boolean;
  /** The time period of a Periodic alert; 0 for other alerts. */
  readonly periodMs: number;
  /** How long the condition of an alert has to hold before it fires. */
  readonly holdMs: number;
  hold: Hold | null;
  flaps: Flaps | null;
  /** The partition in which the device's readings come, and its clock as it counts for the device. */
  readonly partition: number;
  readonly clock: DeviceClock;
  /** When a Periodic alert reached its set point last, or began to wait for it: heard time; null while it is unknown. */
  reached: number | null;
  /** The stored value of `reached`. */
  storedReached: number | null;
  /** Until then it may have reached its set point again before this process began: heard time. */
  reachedUntil: number;
  /** Its time in the queue of what is due. */
  dueAt: number;
}

export type AlertRule = RuleOf<'alert', AlertDocument>;
export type EventRule = RuleOf<'event', EventDocument>;
/** An alert or an event made ready to be compared with readings. */
export type Rule = AlertRule | EventRule;

/** The rules of a device, and its recent readings. */
export interface WatchedDevice {
  /** The rules that compare each value by itself. */
  readonly rules: readonly Rule[];
  readonly periodic: readonly AlertRule[];
  readonly recent: RecentReadings;
}

/** The fields that only some kinds of rules use. */
interface Extras {
  clock: DeviceClock;
  stays?: Condition;
  timePeriod?: number;
  holdFor?: number;
}

/** Rules of all kinds have their fields in the same order, so that the comparison of readings treats them as one type. */
const ready = <Kind extends RuleKind, Document extends RuleDocument>(
  kind: Kind,
  document: Document,
  holds: Condition,
  { clock, stays = holds, timePeriod = 0, holdFor = 0 }: Extras,
): RuleOf<Kind, Document> => {
  const { state } = document;
  const { partition } = clock;
  const { openEntryId, changedAt, changedTimestamp, changedOffset } = state;
  const { tied = [], revision, reached, hold, flaps } = state;
  // In another partition, heard times are others.
  const storedReached = reached?.partition === partition ? reached.heardAt : null;
  return {
    kind,
    document,
    ...placeOf(document.valueType, document.sensorId),
    holds,
    stays,
    openEntryId,
    changedAt,
    changedTimestamp,
    changedOffset,
    tied,
    revision,
    readAt: Date.now(),
    changedHere: false,
    periodMs: timePeriod * HOUR_MS,
    holdMs: holdFor * 1_000,
    hold: hold ?? null,
    flaps: flaps?.partition === partition ? flaps : null,
    partition,
    clock,
    reached: storedReached,
    storedReached,
    reachedUntil: Number.NEGATIVE_INFINITY,
    dueAt: Number.NaN,
  };
};

export const ruleOfAlert = (alert: AlertDocument, clock = new DeviceClock(alert.deviceName)): AlertRule => {
  const { alertType, values, clearAt, timePeriod, holdFor = 0 } = alert;
  return ready('alert', alert, conditionOf(alertType, values), {
    clock,
    timePeriod: timePeriod ?? 0,
    holdFor,
    ...(clearAt && { stays: conditionOf(alertType, clearAt) }),
  });
};

export const ruleOfEvent = (event: EventDocument, clock = new DeviceClock(event.deviceName)): EventRule =>
  ready('event', event, conditionOf(event.eventType, [event.setPoint]), { clock });

/** Whether a rule fires at a deadline instead of by a value. */
export const isPeriodic = ({ periodMs }: Rule): boolean => periodMs > 0;

/** Whether something of a rule is under way: a firing or an occurrence, a hold time, a time period, or flapping. */
export const isUnderWay = ({ openEntryId, hold, reached, flaps }: Rule): boolean =>
  openEntryId !== null || hold !== null || reached !== null || flaps !== null;

/** A rule is compared from then on as a new one, but for its open entry. @param at Epoch milliseconds */
export const beginAnew = (rule: Rule, at: number): void => {
  const { changedAt, changedTimestamp } = firstState(new Date(at));
  rule.changedAt = changedAt;
  rule.changedTimestamp = changedTimestamp;
  rule.changedOffset = undefined;
  rule.tied = [];
  // No reading made the change: the memory of readings tells nothing about it.
  rule.changedHere = false;
  rule.hold = null;
  rule.flaps = null;
  rule.reached = null;
  rule.reachedUntil = Number.NEGATIVE_INFINITY;
};

export const refOf = ({ kind, document }: Rule): RuleRef => ({ kind, id: document._id });

/**
 * The same cause always makes the same entry of the alert log, or of the event log.
 * @param of The id of the rule, or the name of the silent device
 * @param cause The id of the reading, the deadline, or the arrival of the last reading before the silence
 */
export const entryIdOf = (of: string, cause: string | number): string =>
  createHash('sha256').update(`${of}\n${cause}`).digest('hex').slice(0, 32);
