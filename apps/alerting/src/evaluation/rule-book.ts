import { Injectable } from '@nestjs/common';
import { RuleKind, type RuleRef } from '@telemon/contracts/alerting/rules';
import type { MovedState } from '../alerts/alerts.repository.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { EventsService } from '../events/events.service.ts';
import { RuleChanges } from '../rules/rule-changes.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { Clocks } from './clocks.ts';
import { Deadlines, STORED_EVERY_MS } from './deadlines.ts';
import { rulesInMemory } from './evaluation.metrics.ts';
import { recallHold } from './holding.ts';
import { RecentReadings } from './recent-readings.ts';
import {
  type AlertRule,
  type Rule,
  type WatchedDevice,
  isPeriodic,
  isUnderWay,
  refOf,
  ruleOfAlert,
  ruleOfEvent,
} from './rule.ts';

/** Alerts whose states are stored at once. */
const RULES_AT_ONCE = 1_000;

/** The rules of one device: all of them, and those whose sensor the device has now. */
class Watched implements WatchedDevice {
  readonly all = new Map<string, Rule>();
  rules: readonly Rule[] = [];
  periodic: readonly AlertRule[] = [];
  /** The rules whose sensor the device does not have now. */
  left: readonly Rule[] = [];

  constructor(readonly recent: RecentReadings) {}
}

/**
 * All alerts and events as rules, in memory. A rule that is new, deleted or possibly outdated is marked as stale, and read
 * again before the next readings are compared. So a reading that arrives after a rule's creation is compared with it, and no
 * rule is replaced during a comparison.
 */
@Injectable()
export class RuleBook {
  readonly deadlines = new Deadlines();
  private devices = new Map<string, Watched>();
  private readonly deviceOf = new Map<string, string>();
  /** The kind of each stale rule, by its id. */
  private readonly stale = new Map<string, RuleKind>();
  /**
   * By partition, the rules that have lost their sensor while something of them was under way, and when that was learned, epoch
   * milliseconds. Some may have a sensor again, or be outdated.
   */
  private readonly lost = new Map<number, Map<Rule, number>>();
  private isAllStale = true;

  constructor(
    private readonly alerts: AlertsService,
    private readonly events: EventsService,
    private readonly known: KnownDevices,
    private readonly clocks: Clocks,
    changes: RuleChanges,
  ) {
    changes.onChange((changed) => this.markStale([changed]));
    known.onChange((deviceName) => this.chooseRules(deviceName));
  }

  readonly watched = (deviceName: string): WatchedDevice | undefined => this.devices.get(deviceName);

  /** Marks rules to be read again: they are new or deleted, or may be outdated. */
  markStale(rules: Iterable<RuleRef>): void {
    for (const { kind, id } of rules) this.stale.set(id, kind);
  }

  /** Marks all rules to be read again, because another process may have changed them. */
  markAllStale(): void {
    this.isAllStale = true;
    this.deadlines.clear();
  }

  /** The alerts that are due by a heard time of a partition, without those whose sensor is gone. */
  passed(partition: number, upTo: number): Iterable<AlertRule> {
    const isWatched = (rule: AlertRule) => {
      const device = this.devices.get(rule.document.deviceName);
      return device?.[isPeriodic(rule) ? 'periodic' : 'rules'].includes(rule) === true;
    };
    return this.deadlines.passed(partition, { upTo, isWatched });
  }

  /**
   * Takes out the rules of a partition whose sensors are gone while a firing, a hold time or the like was under way, which no reading can end
   * any more; each with the time at which the loss was learned, epoch milliseconds.
   */
  *withoutSensor(partition: number): Generator<[rule: Rule, since: number]> {
    const lost = this.lost.get(partition);
    if (!lost) return;
    this.lost.delete(partition);
    for (const [rule, since] of lost)
      if (this.devices.get(rule.document.deviceName)?.left.includes(rule)) yield [rule, since];
  }

  /** Stores what readings moved in the states of alerts. @param isBeingWritten Whether a change of an alert is */
  async storeMoved(isBeingWritten: (rule: AlertRule) => boolean): Promise<void> {
    const rules = this.deadlines.unstoredExcept(isBeingWritten);
    for (let from = 0; from < rules.length; from += RULES_AT_ONCE) {
      const some = rules.slice(from, from + RULES_AT_ONCE);
      const moved = some.map(movedIn);
      if (await this.alerts.keep(moved))
        for (const [index, rule] of some.entries()) this.deadlines.haveStored(rule, moved[index]!.state);
      // Another process has changed one of these alerts.
      else this.markStale(some.map(refOf));
    }
  }

  /** Whether a rule has to be read again before readings may be compared. */
  get isStale(): boolean {
    return this.isAllStale || this.stale.size > 0;
  }

  /** Reads the stale rules again. @throws if the database is unavailable; then nothing may be compared. */
  async freshen(): Promise<void> {
    if (this.isAllStale) await this.readAll();
    else if (this.stale.size > 0) await this.readStale();
    else return;
    rulesInMemory.set(this.deviceOf.size);
  }

  private async readAll(): Promise<void> {
    this.isAllStale = false;
    this.stale.clear();
    const before = this.devices;
    const rules: Rule[] = [];
    try {
      for (const kind of RuleKind.options) for await (const rule of this.read(kind)) rules.push(rule);
    } catch (error) {
      this.isAllStale = true;
      throw error;
    }
    this.devices = new Map();
    this.deviceOf.clear();
    this.deadlines.clear();
    this.lost.clear();
    for (const rule of rules) this.put(rule, before);
    for (const deviceName of this.devices.keys()) this.chooseRules(deviceName);
  }

  private async readStale(): Promise<void> {
    const stale = [...this.stale].map(([id, kind]) => ({ kind, id }));
    this.stale.clear();
    const found = new Map<string, Rule>();
    try {
      for (const kind of RuleKind.options) {
        const ids = stale.filter((changed) => changed.kind === kind).map(({ id }) => id);
        if (ids.length === 0) continue;
        for await (const rule of this.read(kind, ids)) found.set(rule.document._id, rule);
      }
    } catch (error) {
      this.markStale(stale);
      throw error;
    }
    for (const { id } of stale) {
      const rule = found.get(id);
      const deviceName = rule?.document.deviceName ?? this.deviceOf.get(id);
      if (deviceName === undefined) continue;
      if (rule) this.put(rule, this.devices);
      else this.remove(id, deviceName);
      this.chooseRules(deviceName);
    }
  }

  private async *read(kind: RuleKind, ids?: string[]): AsyncIterable<Rule> {
    const clockOf = ({ deviceName }: { deviceName: string }) => this.clocks.ofDevice(deviceName);
    if (kind === 'alert')
      for await (const alert of this.alerts.all(ids)) yield ruleOfAlert(alert, clockOf(alert));
    else for await (const event of this.events.all(ids)) yield ruleOfEvent(event, clockOf(event));
  }

  private put(rule: Rule, known: Map<string, Watched>): void {
    const { _id, deviceName } = rule.document;
    const isAll = known !== this.devices;
    let device = this.devices.get(deviceName);
    if (!device) {
      device = new Watched(known.get(deviceName)?.recent ?? new RecentReadings());
      if (isAll) device.recent.interrupt();
      this.devices.set(deviceName, device);
    }
    if (rule.kind === 'alert') {
      const before = known.get(deviceName)?.all.get(_id);
      if (isPeriodic(rule)) recallReached(rule, before, isAll);
      const isUnstored = recallHold(rule, before);
      this.deadlines.replace(before, rule);
      if (isUnstored) this.deadlines.holdsOn(rule);
    }
    device.all.set(_id, rule);
    this.deviceOf.set(_id, deviceName);
  }

  private remove(id: string, deviceName: string): void {
    this.deviceOf.delete(id);
    const device = this.devices.get(deviceName);
    const rule = device?.all.get(id);
    if (rule?.kind === 'alert') this.deadlines.forget(rule);
    device?.all.delete(id);
    if (device?.all.size === 0) this.devices.delete(deviceName);
  }

  /** Leaves out the rules whose sensor the device does not have now, and those of a deleted device whose name another one has. */
  private chooseRules(deviceName: string): void {
    const device = this.devices.get(deviceName);
    if (!device) return;
    const present = this.known.get(deviceName);
    const goneVersion = present ? this.known.goneVersionOf(deviceName) : 0;
    const own = [...device.all.values()].filter(({ document }) => document.deviceVersion >= goneVersion);
    const hasSensor = ({ index }: Rule) => present?.sensorNames[index] !== null;
    const rules = own.filter(hasSensor);
    const periodic = rules.filter(isPeriodic) as AlertRule[];
    // Nothing could reach its set point without the sensor.
    for (const rule of periodic) if (device.left.includes(rule)) this.deadlines.beginAnew(rule);
    device.rules = rules.filter((rule) => !isPeriodic(rule));
    device.periodic = periodic;
    const left = own.filter((rule) => !hasSensor(rule));
    for (const rule of left) if (!device.left.includes(rule) && isUnderWay(rule)) this.lose(rule);
    device.left = left;
  }

  private lose(rule: Rule): void {
    let lost = this.lost.get(rule.partition);
    if (!lost) this.lost.set(rule.partition, (lost = new Map()));
    lost.set(rule, Date.now());
  }
}

/**
 * Takes over when a Periodic alert reached its set point last.
 * @param before The same alert, as it was in memory
 * @param isAll Whether another process may have compared readings meanwhile, the last of which may not be stored
 */
const recallReached = (rule: AlertRule, before: Rule | undefined, isAll: boolean): void => {
  const { storedReached: stored, document } = rule;
  const known = before?.reached ?? null;
  if (stored === null) {
    const isUnchanged = before?.document.state.revision === document.state.revision;
    rule.reached = isUnchanged ? known : null;
    return;
  }
  rule.reached = Math.max(stored, known ?? stored);
  rule.reachedUntil = isAll ? stored + STORED_EVERY_MS : (before?.reachedUntil ?? rule.reachedUntil);
};

const movedIn = (rule: AlertRule): MovedState => {
  const { document, revision, changedAt, changedTimestamp, changedOffset, partition, reached, hold } = rule;
  const changed = { changedAt, changedTimestamp, ...(changedOffset !== undefined && { changedOffset }) };
  const state = isPeriodic(rule) ? { ...changed, reached: { partition, heardAt: reached! } } : { hold };
  return { id: document._id, revision, state };
};
