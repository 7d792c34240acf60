import type { Reading } from '@telemon/contracts/readings';
import type { RecentReadings } from './recent-readings.ts';
import { type Rule, type WatchedDevice, entryIdOf } from './rule.ts';

/** One firing. */
export interface Firing {
  entryId: string;
  reading: Reading;
  value: number;
  /** When the reading arrived that ended it; null while it goes on. */
  clearedAt: number | null;
}

/** What a batch of readings did to one alert. */
export interface Change {
  rule: Rule;
  /** Which state of the alert it started from. */
  fromRevision: number;
  /** The entry that was open before, and when it was closed. */
  closed: { entryId: string; at: number } | null;
  firings: Map<string, Firing>;
}

/** Devices send again what was not acknowledged as soon as they are connected again, ms. */
const SENT_AGAIN_WITHIN_MS = 2 * 60_000;

/**
 * Whether a reading of which nothing is known is older than the alert's last change, as far as the clocks can be
 * believed. Where the alert changed in this process, only what came before the first reading heard here is unknown.
 */
const isBeforeLastChange = (
  rule: Rule,
  { since }: RecentReadings,
  reading: Reading,
  now: number,
): boolean => {
  const { changedAt, changedTimestamp, changedHere, readAt } = rule;
  // A change in our future: the clock was set back, so the order of arrival says nothing.
  if (changedAt > now) return false;
  const unknownUntil = changedHere ? since : null;
  const arrivedBefore = Math.min(changedAt, unknownUntil?.receivedAt ?? changedAt);
  if (reading.receivedAt < arrivedBefore) return true;
  // Sent again by a device that was not told that we have it, so it arrived anew.
  const measuredBefore = Math.min(changedTimestamp, unknownUntil?.timestamp ?? changedTimestamp);
  return reading.timestamp < measuredBefore && now - readAt < SENT_AGAIN_WITHIN_MS;
};

/**
 * Compares readings, in their order, with the alerts of their devices, and moves the alerts on. What comes again
 * changes nothing: by its id where it was heard by this process, by its place in time where it was not.
 */
export class Evaluation {
  readonly changes = new Map<string, Change>();
  private readonly heard: WatchedDevice[] = [];

  constructor(
    private readonly watched: (deviceName: string) => WatchedDevice | undefined,
    private readonly now: number,
  ) {}

  add(reading: Reading): void {
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
      if (isRepeated || isBeforeLastChange(rule, recent, reading, this.now)) continue;
      this.change(rule, reading, value);
    }
    if (recent.remember(reading, this.now)) this.heard.push(device);
  }

  /** What was decided is written down. */
  settle(): void {
    for (const { recent } of this.heard) recent.settle();
  }

  /** It could not be written down: the readings will come again, and must count as new. */
  takeBack(): void {
    for (const { recent } of this.heard) recent.takeBack();
  }

  private change(rule: Rule, reading: Reading, value: number): void {
    const id = rule.alert._id;
    let change = this.changes.get(id);
    if (!change) {
      change = { rule, fromRevision: rule.revision, closed: null, firings: new Map() };
      this.changes.set(id, change);
    }
    const { openEntryId } = rule;
    if (openEntryId === null) {
      const entryId = entryIdOf(id, reading.id);
      change.firings.set(entryId, { entryId, reading, value, clearedAt: null });
      rule.openEntryId = entryId;
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
  }
}
