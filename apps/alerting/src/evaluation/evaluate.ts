import type { Reading } from '@telemon/contracts/readings';
import type { AlertState } from '../alerts/alerts.repository.ts';
import type { RecentReadings } from './recent-readings.ts';
import { type Rule, type WatchedDevice, entryIdOf } from './rule.ts';

/** One firing. */
export interface Firing {
  entryId: string;
  reading: Reading;
  value: number;
  /** When it was decided, epoch milliseconds. */
  decidedAt: number;
  /** When the reading arrived that ended it; null while it goes on. */
  clearedAt: number | null;
}

/** What a batch of readings did to one alert. */
export interface Change {
  rule: Rule;
  /** Which state of the alert it started from. */
  fromRevision: number;
  /** Which state it left it in; the rule may have moved on since. */
  to: AlertState;
  /** The entry that was open before, and when it was closed. */
  closed: { entryId: string; at: number } | null;
  firings: Map<string, Firing>;
}

/** Devices send again what was not acknowledged as soon as they are connected again, ms. */
const SENT_AGAIN_WITHIN_MS = 2 * 60_000;

/** A place in the order of readings. */
interface Place {
  receivedAt: number;
  timestamp: number;
}

/**
 * Whether a reading of which nothing is known is older than the alert's last change, as far as the clocks can be
 * believed. Where the alert changed in this process, only what came before the first reading heard here is unknown.
 */
const isBeforeLastChange = (rule: Rule, { since }: RecentReadings, reading: Place, now: number): boolean => {
  const { changedAt, changedTimestamp, changedHere, readAt } = rule;
  // A change in our future: the clock was set back, so the order of arrival says nothing.
  if (changedAt > now) return false;
  // Nor do the devices' times where the first that was heard is in our future: their clocks may be set back as well.
  if (changedHere && (!since || since.receivedAt > now)) return false;
  const { receivedAt, timestamp } = reading;
  // Sent again by a device that was not told that we have it: it arrived anew, with the time it had.
  const maySendAgain = timestamp !== receivedAt && now - readAt < SENT_AGAIN_WITHIN_MS;
  if (changedHere && since) {
    if (receivedAt < Math.min(changedAt, since.receivedAt)) return true;
    return maySendAgain && timestamp < Math.min(changedTimestamp, since.timestamp);
  }
  if (receivedAt < changedAt) return true;
  // What arrived in the same millisecond was decided upon together, as far as it was not measured later.
  return (receivedAt === changedAt || maySendAgain) && timestamp <= changedTimestamp;
};

/**
 * A lot of readings, compared in their order with the alerts of their devices, which it moves on. What comes again
 * changes nothing: by its id where it was heard by this process, by its place in time where it was not.
 */
export class Evaluation {
  /** By alert. */
  readonly changes = new Map<string, Change>();
  readonly readings: Reading[] = [];
  /** Whether an alert fired, so that somebody waits to be told. */
  isUrgent = false;
  private readonly heard: RecentReadings[] = [];

  constructor(private readonly watched: (deviceName: string) => WatchedDevice | undefined) {}

  add(reading: Reading, now: number): void {
    const device = this.watched(reading.deviceName);
    if (!device || reading.late) return;
    const { rules, recent } = device;
    let isRepeated: boolean | undefined;
    for (let position = 0; position < rules.length; position++) {
      const rule = rules[position]!;
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number') continue;
      if (rule.holds(value) === (rule.openEntryId !== null)) continue;
      isRepeated ??= recent.has(reading.id);
      if (isRepeated || isBeforeLastChange(rule, recent, reading, now)) continue;
      this.change(rule, reading, value, now);
    }
    if (recent.remember(reading, now)) this.heard.push(recent);
    this.readings.push(reading);
  }

  /** What was decided is being written down. */
  seal(): void {
    for (const recent of this.heard) recent.seal();
  }

  /** What was decided is written down, or nothing was. */
  settle(): void {
    for (const recent of this.heard) recent.settle();
  }

  /** It could not be written down: the readings will be compared again, and must count as new. */
  takeBack(): void {
    for (const recent of this.heard) recent.takeBack();
  }

  private change(rule: Rule, reading: Reading, value: number, now: number): void {
    const id = rule.alert._id;
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
      this.isUrgent = true;
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

const stateOf = ({ openEntryId, changedAt, changedTimestamp, revision }: Rule): AlertState => ({
  openEntryId,
  changedAt,
  changedTimestamp,
  revision,
});
