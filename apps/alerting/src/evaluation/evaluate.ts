import type { Reading } from '@telemon/contracts/readings';
import { type Change, type Changed, close, newChange, open } from './change.ts';
import { type Deadlines, deadlineOf } from './deadlines.ts';
import type { PartitionClock } from './partition-clock.ts';
import { type RecentReadings, type ReadingTimes, hashOf, isLater } from './recent-readings.ts';
import { type AlertRule, type Rule, type WatchedDevice, entryIdOf } from './rule.ts';
import { type SilenceWatch, keyOf, silenceAt } from './silence-watch.ts';
import type { Watchdog } from './watchdog.ts';

/** The rules, deadlines and devices that readings and heartbeats are compared with. */
export interface Compared {
  watched(deviceName: string): WatchedDevice | undefined;
  readonly deadlines: Pick<Deadlines, 'reached'>;
  readonly watchdog: Pick<Watchdog, 'of' | 'heard' | 'watch'>;
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

/** Whether a reading was compared with the rule before. @param hash Of its id */
const isRepeated = (
  rule: Rule,
  recent: RecentReadings,
  reading: Reading,
  { hash, now }: { hash: number; now: number },
): boolean =>
  recent.has(hash) ||
  rule.document.state.tied?.includes(hash) === true ||
  isBeforeLastChange(rule, recent, reading, now);

/**
 * Compares a batch of readings in their order with the rules of their devices, and updates the rules. A repeated
 * reading changes nothing: it is recognised by its id if this process compared it before, or if it has a time in common
 * with the reading that changed the rule last; otherwise by its times.
 */
export class Evaluation {
  /** By the id of the rule, or the key of the watch over a device. */
  readonly changes = new Map<string, Change>();
  readonly readings: Reading[] = [];
  /** The heard times of their arrivals. */
  readonly heardAt: number[] = [];
  /** Whether an alert fired, so that recipients wait for a notice. */
  isUrgent = false;
  private readonly heard: RecentReadings[] = [];

  constructor(private readonly compared: Compared) {}

  /** Compares a reading. @param heardAt The heard time of its arrival */
  add(reading: Reading, now: number, heardAt = reading.receivedAt): void {
    if (reading.test) return;
    const watch = this.compared.watchdog.of(reading.deviceName);
    if (watch && heardAt > watch.heardAt) this.endSilence(watch, reading.receivedAt, heardAt);
    const device = this.compared.watched(reading.deviceName);
    if (!device || reading.late) return;
    const { rules, recent } = device;
    let hash: number | undefined;
    for (let position = 0; position < rules.length; position++) {
      const rule = rules[position]!;
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number') continue;
      if (rule.holds(value) === (rule.openEntryId !== null)) continue;
      hash ??= hashOf(reading.id);
      if (isRepeated(rule, recent, reading, { hash, now })) continue;
      changeBy(rule, reading, recent, hash);
      if (rule.openEntryId === null) this.fire(rule, reading, value, now);
      else this.clear(rule, reading.receivedAt);
    }
    if (device.periodic.length > 0) this.reach(device, reading, heardAt, now);
    if (recent.remember(reading, now)) this.heard.push(recent);
    this.readings.push(reading);
    this.heardAt.push(heardAt);
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

  /** Fires an alert whose deadline has passed. */
  passDeadline(rule: AlertRule, clock: PartitionClock, now: number): void {
    const at = clock.instantOf(deadlineOf(rule)!);
    const entryId = entryIdOf(rule.document._id, `deadline ${at}`);
    open(this.changeOf(rule.document._id, rule), { entryId, at, decidedAt: now });
    this.isUrgent = true;
  }

  /** Begins or ends the silence of a device that is due. */
  passSilence(watch: SilenceWatch, upTo: number, now: number): void {
    const change = this.changeOf(keyOf(watch), watch);
    if (watch.openEntryId !== null) {
      close(change, watch.heardAt > watch.openedAt ? watch.lastAt : watch.clock.instantOf(upTo));
      return this.compared.watchdog.watch(watch);
    }
    watch.openedAt = watch.heardAt;
    open(change, {
      entryId: entryIdOf(watch.deviceName, watch.lastAt),
      at: watch.clock.instantOf(silenceAt(watch)),
      silentSince: watch.lastAt,
      decidedAt: now,
    });
    this.isUrgent = true;
  }

  /** A reading, however late it was measured, shows that its device is not silent. */
  private endSilence(watch: SilenceWatch, arrival: number, heardAt: number): void {
    this.compared.watchdog.heard(watch, arrival, heardAt);
    if (watch.openEntryId !== null) close(this.changeOf(keyOf(watch), watch), arrival);
  }

  /** Compares a reading with the Periodic alerts of its device: at the set point, they clear, or begin to wait anew. */
  private reach(
    { periodic, recent, clock }: WatchedDevice,
    reading: Reading,
    heardAt: number,
    now: number,
  ): void {
    let hash: number | undefined;
    for (const rule of periodic) {
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number' || rule.holds(value)) continue;
      hash ??= hashOf(reading.id);
      if (isRepeated(rule, recent, reading, { hash, now })) continue;
      const deadline = deadlineOf(rule);
      // The deadline passed before this reading, and no heartbeat came in between.
      if (rule.openEntryId === null && deadline !== null && deadline < heardAt)
        this.passDeadline(rule, clock, now);
      changeBy(rule, reading, recent, hash);
      this.compared.deadlines.reached(rule, heardAt);
      if (rule.openEntryId !== null) this.clear(rule, reading.receivedAt);
    }
  }

  private fire(rule: Rule, reading: Reading, value: number, now: number): void {
    const entryId = entryIdOf(rule.document._id, reading.id);
    const at = reading.receivedAt;
    open(this.changeOf(rule.document._id, rule), { entryId, at, reading, value, decidedAt: now });
    if (rule.kind === 'alert') this.isUrgent = true;
  }

  private clear(rule: Rule, at: number): void {
    close(this.changeOf(rule.document._id, rule), at);
  }

  private changeOf<One extends Changed>(key: string, changed: One): Change<One> {
    let change = this.changes.get(key) as Change<One> | undefined;
    if (!change) this.changes.set(key, (change = newChange(changed)) as Change);
    return change;
  }
}

/** A reading is the last one that changed a rule. */
const changeBy = (rule: Rule, reading: Reading, recent: RecentReadings, hash: number): void => {
  rule.tied = [...tiedAtRead(rule, reading), ...recent.tiedWith(reading), hash].slice(-MOST_TIED);
  rule.changedAt = reading.receivedAt;
  rule.changedTimestamp = reading.timestamp;
  rule.changedHere = true;
};

/** The readings that an earlier process compared, if they have a time in common with this one. */
const tiedAtRead = (
  { document: { state } }: Rule,
  { receivedAt, timestamp }: ReadingTimes,
): readonly number[] =>
  state.changedAt === receivedAt || state.changedTimestamp === timestamp ? (state.tied ?? []) : [];
