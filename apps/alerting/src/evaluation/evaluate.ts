import { HEARTBEAT_TOLERANCE_MS, type Reading } from '@telemon/contracts/readings';
import { type Change, close, note, open } from './change.ts';
import { type Deadlines, deadlineOf, dueOf } from './deadlines.ts';
import { digest, flappingDueOf, isFlapping, noteChange } from './flapping.ts';
import { holdFrom, holdOn } from './holding.ts';
import { Lot } from './lot.ts';
import { hashOf } from './recent-readings.ts';
import { changeBy, isRepeated } from './repeated-readings.ts';
import { type AlertRule, type Rule, type WatchedDevice, beginAnew, entryIdOf, isPeriodic } from './rule.ts';
import { type SilenceWatch, keyOf, silenceAt } from './silence-watch.ts';
import type { Watchdog } from './watchdog.ts';

/** The rules, deadlines and devices that readings and heartbeats are compared with. */
export interface Compared {
  watched(deviceName: string): WatchedDevice | undefined;
  readonly deadlines: Pick<Deadlines, 'reached' | 'holdsOn' | 'watch' | 'forget'>;
  readonly watchdog: Pick<Watchdog, 'of' | 'heard' | 'watch'>;
  /** How often an alert may fire or clear before it flaps. */
  readonly mostChanges: number;
}

/** A reading, its value that a rule compares, and the hash of its id. */
interface ComparedReading {
  reading: Reading;
  value: number;
  hash: number;
  /** The heard time of its arrival. */
  heardAt: number;
  now: number;
}

/** Whether a value changes a rule, if its reading is new: it crosses a threshold, or a hold time runs. */
const mayChange = (rule: Rule, value: number): boolean => {
  const isOpen = rule.openEntryId !== null;
  return rule.hold !== null || (isOpen ? rule.stays(value) : rule.holds(value)) !== isOpen;
};

/**
 * Compares a batch of readings in their order with the rules of their devices, and updates the rules. A repeated
 * reading changes nothing: it is recognised by its id if this process compared it before, or if it has a time in common
 * with the reading that changed the rule last; otherwise by its times.
 */
export class Evaluation extends Lot {
  constructor(private readonly compared: Compared) {
    super();
  }

  /** Compares a reading. @param heardAt The heard time of its arrival */
  add(reading: Reading, now: number, heardAt = reading.receivedAt): void {
    if (reading.test) return;
    const watch = this.compared.watchdog.of(reading.deviceName);
    if (watch && heardAt > watch.heardAt) this.endSilence(watch, reading, heardAt);
    const device = this.compared.watched(reading.deviceName);
    if (!device || reading.late) return;
    const { rules, recent } = device;
    let hash: number | undefined;
    for (let position = 0; position < rules.length; position++) {
      const rule = rules[position]!;
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number') continue;
      if (!mayChange(rule, value)) continue;
      hash ??= hashOf(reading.id);
      if (isRepeated(rule, recent, reading, { hash, now })) continue;
      if (rule.kind === 'alert') this.decideDue(rule, heardAt, now);
      // An alert whose hold time is over may fire on with this value.
      if (mayChange(rule, value)) this.changeWith(rule, device, { reading, value, heardAt, hash, now });
    }
    if (device.periodic.length > 0) this.reach(device, reading, heardAt, now);
    this.remember(reading, { heardAt, recent: recent.remember(reading, now) ? recent : null });
  }

  /**
   * Ends a firing, a hold time or the like of a rule whose device has lost its sensor. Once there is a sensor again, readings are compared as
   * with a new rule.
   * @param at When the loss was learned, epoch milliseconds
   */
  endWithoutSensor(rule: Rule, at: number): void {
    const change = this.changeOf(rule.document._id, rule);
    if (rule.kind === 'alert') this.compared.deadlines.forget(rule);
    beginAnew(rule, at);
    if (rule.openEntryId !== null) close(change, { at, endCause: 'sensor-gone' });
    else note(change);
  }

  /** Makes the decisions about an alert that are due by a heard time. */
  passDue(rule: AlertRule, upTo: number, now: number): void {
    if (isPeriodic(rule)) return this.passDeadline(rule, now);
    this.decideDue(rule, upTo, now, HEARTBEAT_TOLERANCE_MS);
    this.compared.deadlines.watch(rule);
  }

  /** Fires an alert whose deadline has passed. */
  private passDeadline(rule: AlertRule, now: number): void {
    const at = rule.clock.instantOf(deadlineOf(rule)!);
    const entryId = entryIdOf(rule.document._id, `deadline ${at}`);
    open(this.changeOf(rule.document._id, rule), { entryId, at, decidedAt: now });
    this.isUrgent = true;
  }

  /** Begins or ends the silence of a device that is due. */
  passSilence(watch: SilenceWatch, upTo: number, now: number): void {
    const change = this.changeOf(keyOf(watch), watch);
    if (watch.openEntryId !== null) {
      const at = watch.heardAt > watch.openedAt ? watch.lastAt : watch.clock.instantOf(upTo);
      close(change, { at });
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
  private endSilence(watch: SilenceWatch, reading: Reading, heardAt: number): void {
    const { source } = watch.clock;
    this.compared.watchdog.heard(watch, reading, heardAt);
    if (source !== null && watch.clock.source !== source) this.changeEndpoint(watch.deviceName);
    if (watch.openEntryId !== null) close(this.changeOf(keyOf(watch), watch), { at: reading.receivedAt });
  }

  /** A device uses another kind of endpoint, with fewer outages maybe: its alerts may be due earlier. */
  private changeEndpoint(deviceName: string): void {
    const { rules = [], periodic = [] } = this.compared.watched(deviceName) ?? {};
    for (const rule of [...rules, ...periodic])
      if (rule.kind === 'alert') this.compared.deadlines.watch(rule);
  }

  /** Compares a reading with the Periodic alerts of its device: at the set point, they clear, or begin to wait anew. */
  private reach({ periodic, recent }: WatchedDevice, reading: Reading, heardAt: number, now: number): void {
    let hash: number | undefined;
    for (const rule of periodic) {
      const value = reading[rule.field][rule.index];
      if (typeof value !== 'number' || rule.holds(value)) continue;
      hash ??= hashOf(reading.id);
      if (isRepeated(rule, recent, reading, { hash, now })) continue;
      const deadline = deadlineOf(rule);
      // The deadline passed before this reading, and no heartbeat came in between.
      if (rule.openEntryId === null && deadline !== null && deadline < heardAt) this.passDeadline(rule, now);
      changeBy(rule, reading, recent, hash);
      this.compared.deadlines.reached(rule, heardAt);
      if (rule.openEntryId !== null) this.clear(rule, { reading, value, heardAt });
    }
  }

  /** Changes a rule by a reading: begins or ends a firing or an occurrence, or the time for which a condition holds. */
  private changeWith(rule: Rule, { recent }: WatchedDevice, one: ComparedReading): void {
    const { reading, value, heardAt, hash, now } = one;
    const { hold, holdMs } = rule;
    if (hold !== null && rule.holds(value)) {
      rule.hold = holdOn(hold, reading, value);
      return this.compared.deadlines.holdsOn(rule as AlertRule);
    }
    changeBy(rule, reading, recent, hash);
    if (rule.openEntryId !== null) this.clear(rule, one);
    else if (hold !== null) this.letGo(rule);
    else if (holdMs > 0) {
      const change = this.changeOf(rule.document._id, rule);
      rule.hold = holdFrom(rule, reading, value, heardAt);
      note(change);
      this.compared.deadlines.watch(rule as AlertRule);
    } else {
      const entryId = entryIdOf(rule.document._id, reading.id);
      this.fire(rule, { entryId, at: reading.receivedAt, reading, value, decidedAt: now }, heardAt);
    }
  }

  /** Decides what of an alert is due by a heard time, in the order of time. @param within As `dueOf` says */
  private decideDue(rule: AlertRule, upTo: number, now: number, within = 0): void {
    const { clock } = rule;
    for (let due = dueOf(rule); dueOf(rule, within) <= upTo; due = dueOf(rule)) {
      if (flappingDueOf(rule) === due) this.tell(rule, clock.instantOf(due));
      else this.fireHeld(rule, clock.instantOf(due), due, now);
    }
  }

  /** Fires an alert whose condition has held for its hold time. */
  private fireHeld(rule: AlertRule, at: number, heardAt: number, now: number): void {
    const { first, last } = rule.hold!;
    const entryId = entryIdOf(rule.document._id, first.readingId);
    const reading = { id: last.readingId, timestamp: last.timestamp };
    const begun = { entryId, at, reading, value: last.value, heldSince: first.timestamp, decidedAt: now };
    this.letGo(rule);
    this.fire(rule, begun, heardAt);
  }

  /** The condition of an alert holds no more, or its hold time is over. */
  private letGo(rule: Rule): void {
    const change = this.changeOf(rule.document._id, rule);
    rule.hold = null;
    note(change);
  }

  private fire(rule: Rule, begun: Parameters<typeof open>[1], heardAt: number): void {
    const change = this.changeOf(rule.document._id, rule);
    open(change, begun);
    if (rule.kind !== 'alert') return;
    this.isUrgent = true;
    const { entryId, at } = begun;
    change.firings.get(entryId)!.isFlapping = this.flaps(change as Change<AlertRule>, {
      entryId,
      heardAt,
      at,
    });
  }

  private clear(
    rule: Rule,
    { reading, value, heardAt }: Pick<ComparedReading, 'reading' | 'value' | 'heardAt'>,
  ): void {
    const change = this.changeOf(rule.document._id, rule);
    const { receivedAt: at, timestamp } = reading;
    const clearing = close(change, { at, reading: { value, timestamp } });
    if (rule.kind !== 'alert') return;
    const { entryId } = clearing;
    clearing.isFlapping = this.flaps(change as Change<AlertRule>, { entryId, heardAt, at });
  }

  /** Notes that an alert has fired or cleared; returns whether it flaps. */
  private flaps(change: Change<AlertRule>, one: Parameters<typeof noteChange>[1]): boolean {
    const { rule } = change;
    // It fires once an hour at most.
    if (isPeriodic(rule)) return false;
    const begun = noteChange(rule, one, this.compared.mostChanges);
    note(change);
    if (begun === null) return isFlapping(rule);
    change.flapping.push(begun);
    this.isUrgent = true;
    this.compared.deadlines.watch(rule);
    return true;
  }

  /** Tells recipients of an alert that flaps how it goes on. */
  private tell(rule: AlertRule, at: number): void {
    const change = this.changeOf(rule.document._id, rule);
    change.flapping.push(digest(rule, at));
    note(change);
    this.isUrgent = true;
  }
}
