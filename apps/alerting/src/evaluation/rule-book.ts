import { Injectable } from '@nestjs/common';
import { RuleKind, type RuleRef } from '@telemon/contracts/alerting/rules';
import { AlertsService } from '../alerts/alerts.service.ts';
import { EventsService } from '../events/events.service.ts';
import { RuleChanges } from '../rules/rule-changes.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { rulesInMemory } from './evaluation.metrics.ts';
import { RecentReadings } from './recent-readings.ts';
import { type Rule, type WatchedDevice, ruleOfAlert, ruleOfEvent } from './rule.ts';

/** The rules of one device: all of them, and those whose sensor the device has now. */
class Watched implements WatchedDevice {
  readonly all = new Map<string, Rule>();
  rules: readonly Rule[] = [];

  constructor(readonly recent: RecentReadings) {}
}

/**
 * All alerts and events as rules, in memory. A rule that is new, deleted or possibly outdated is marked as stale, and read
 * again before the next readings are compared. So a reading that arrives after a rule's creation is compared with it, and no
 * rule is replaced during a comparison.
 */
@Injectable()
export class RuleBook {
  private devices = new Map<string, Watched>();
  private readonly deviceOf = new Map<string, string>();
  /** The kind of each stale rule, by its id. */
  private readonly stale = new Map<string, RuleKind>();
  private isAllStale = true;

  constructor(
    private readonly alerts: AlertsService,
    private readonly events: EventsService,
    private readonly known: KnownDevices,
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
    if (kind === 'alert') for await (const alert of this.alerts.all(ids)) yield ruleOfAlert(alert);
    else for await (const event of this.events.all(ids)) yield ruleOfEvent(event);
  }

  private put(rule: Rule, known: Map<string, Watched>): void {
    const { _id, deviceName } = rule.document;
    let device = this.devices.get(deviceName);
    if (!device) {
      device = new Watched(known.get(deviceName)?.recent ?? new RecentReadings());
      if (known !== this.devices) device.recent.interrupt();
      this.devices.set(deviceName, device);
    }
    device.all.set(_id, rule);
    this.deviceOf.set(_id, deviceName);
  }

  private remove(id: string, deviceName: string): void {
    this.deviceOf.delete(id);
    const device = this.devices.get(deviceName);
    device?.all.delete(id);
    if (device?.all.size === 0) this.devices.delete(deviceName);
  }

  /** Leaves out the rules whose sensor the device does not have now. */
  private chooseRules(deviceName: string): void {
    const device = this.devices.get(deviceName);
    if (!device) return;
    const sensorNames = this.known.get(deviceName)?.sensorNames;
    device.rules = [...device.all.values()].filter(({ index }) => sensorNames?.[index] !== null);
  }
}
