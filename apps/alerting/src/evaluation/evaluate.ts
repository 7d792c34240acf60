import type { Reading } from '@telemon/contracts/readings';
import type { RuleState } from '../rules/rule-document.ts';
import { type RecentReadings, type ReadingTimes, hashOf, isLater } from './recent-readings.ts';
import { type Rule, type WatchedDevice, entryIdOf } from './rule.ts';

/** A time in which a rule's condition holds: a firing of an alert, or an occurrence of an event. */
export interface Firing {
  entryId: string;
  reading: Reading;
  value: number;
  /** When it was decided, epoch milliseconds. */
  decidedAt: number;
  /** When the reading that ended it arrived, epoch milliseconds; null while the condition holds. */
  clearedAt: number | null;
}

/** The effect of a batch of readings on one rule. */
export interface Change<Changed extends Rule = Rule> {
  rule: Changed;
  /** Revision of the rule's state before the batch. */
  fromRevision: number;
  /** State after the batch; later readings may have changed the rule since. */
  to: RuleState;
  /** The entry that was open before the batch, and when the batch closed it. */
  closed: { entryId: string; at: number } | null;
  firings: Map<string, Firing>;
}

/** Time within which devices reconnect and resend unacknowledged readings, ms. */
const SENT_AGAIN_WITHIN_MS = 2 * 60_000;

/** Most readings of the same time that are stored with a rule. */
const MOST_TIED = 1_024;

/**
 * Whether a reading with an unknown id is older than the rule's last change, as far as clocks are reliable. If this process
 * made the change, it must be older than the first one in memory, or as old as those that are forgotten.
 */
const isBeforeLastChange = (
  rule: Rule,
  { since, forgotten }: RecentReadings,
  reading: ReadingTimes,
  now: number,
): boolean => {
  const { changedAt, changedTimestamp, changedHere, readAt } = rule;
  // The change lies in the future: the clock was set back, so the arrival times have no order.
  if (changedAt > now) return false;
  // If the first reading lies in the future, the devices' clocks may be set back as well: their times have no order.
  if (changedHere && (!since || since.receivedAt > now)) return false;
  const { receivedAt, timestamp } = reading;
  // A device resends a reading that was not acknowledged: it has a new arrival time and its old timestamp.
  const maySendAgain = timestamp !== receivedAt && now - readAt < SENT_AGAIN_WITHIN_MS;
  if (changedHere && since) {
    if (receivedAt < Math.min(changedAt, since.receivedAt)) return true;
    if (forgotten !== null && forgotten.receivedAt <= now && !isLater(reading, forgotten))
      return isLater({ receivedAt: changedAt, timestamp: changedTimestamp }, reading);
    return maySendAgain && timestamp < changedTimestamp && timestamp <= since.timestamp;
  }
  if (receivedAt < changedAt) return true;
  return (receivedAt === changedAt || maySendAgain) && timestamp < changedTimestamp;
};

/**
 * Compares a batch of readings in their order with the rules of their devices, and updates the rules. A repeated
 * reading changes nothing: it is recognised by its id if this process compared it before, or if it has a time in common
 * with the reading that changed the rule last; otherwise by its times.
 */
export class Evaluation {
  /** By the id of the rule. */
  readonly changes = new Map<string, Change>();
  readonly readings: Reading[] = [];
  /** Whether an alert fired, so that recipients wait for a notice. */
  isUrgent = false;
  private readonly heard: RecentReadings[] = [];

  constructor(private readonly watched: (deviceName: string) => WatchedDevice | undefined) {}

  add(reading: Reading, now: number): void {
    const device = this.watched(reading.deviceName);
    if (!device || reading.late || reading.test) return;
    const { rules, recent } = device;
    let hash: number | undefined;
    for (let position = 0; position < rules.length; position++) {
      const rule = rules[position]!;
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number') continue;
      if (rule.holds(value) === (rule.openEntryId !== null)) continue;
      hash ??= hashOf(reading.id);
      if (recent.has(hash) || rule.document.state.tied?.includes(hash)) continue;
      if (isBeforeLastChange(rule, recent, reading, now)) continue;
      rule.tied = [...tiedAtRead(rule, reading), ...recent.tiedWith(reading), hash].slice(-MOST_TIED);
      this.change(rule, reading, value, now);
    }
    if (recent.remember(reading, now)) this.heard.push(recent);
    this.readings.push(reading);
  }

  /** The decisions are being written. */
  seal(): void {
    for (const recent of this.heard) recent.seal();
  }

  /** The decisions are written, or there were none. */
  settle(): void {
    for (const recent of this.heard) recent.settle();
  }

  /** The write failed: the readings will be compared again, and must count as new. */
  takeBack(): void {
    for (const recent of this.heard) recent.takeBack();
  }

  private change(rule: Rule, reading: Reading, value: number, now: number): void {
    const id = rule.document._id;
    let change = this.changes.get(id);
    if (!change) {
      change = { rule, fromRevision: rule.revision, to: stateOf(rule), closed: null, firings: new Map() };
      this.changes.set(id, change);
    }
    const { openEntryId } = rule;
    if (openEntryId === null) {
      const entryId = entryIdOf(id, reading.id);
      change.firings.set(entryId, { entryId, reading, value, decidedAt: now, clearedAt: null });
      rule.openEntryId = entryId;
      if (rule.kind === 'alert') this.isUrgent = true;
    } else {
      const firing = change.firings.get(openEntryId);
      if (firing) firing.clearedAt = reading.receivedAt;
      else change.closed = { entryId: openEntryId, at: reading.receivedAt };
      rule.openEntryId = null;
    }
    rule.changedAt = reading.receivedAt;
    rule.changedTimestamp = reading.timestamp;
    rule.revision = change.fromRevision + 1;
    rule.changedHere = true;
    change.to = stateOf(rule);
  }
}

/** The readings that an earlier process compared, if they have a time in common with this one. */
const tiedAtRead = (
  { document: { state } }: Rule,
  { receivedAt, timestamp }: ReadingTimes,
): readonly number[] =>
  state.changedAt === receivedAt || state.changedTimestamp === timestamp ? (state.tied ?? []) : [];

const stateOf = ({ openEntryId, changedAt, changedTimestamp, tied, revision }: Rule): RuleState => ({
  openEntryId,
  changedAt,
  changedTimestamp,
  tied,
  revision,
});
