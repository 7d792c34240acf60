import { Injectable } from '@nestjs/common';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { AlertsService } from '../alerts/alerts.service.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { rulesInMemory } from './evaluation.metrics.ts';
import { RecentReadings } from './recent-readings.ts';
import { type Rule, type WatchedDevice, ruleOf } from './rule.ts';

/** The rules of one device: all that there are, and those whose sensor the device has now. */
class Watched implements WatchedDevice {
  readonly all = new Map<string, Rule>();
  rules: readonly Rule[] = [];

  constructor(readonly recent: RecentReadings) {}
}

/**
 * Every alert as a rule, in memory. What was made, removed, or may be out of step is only noted, and read again
 * before the next readings are compared: so a reading that comes after an alert was made meets it, and no rule
 * changes while readings are.
 */
@Injectable()
export class RuleBook {
  private devices = new Map<string, Watched>();
  private readonly deviceOf = new Map<string, string>();
  private readonly stale = new Set<string>();
  private isAllStale = true;

  constructor(
    private readonly alerts: AlertsService,
    private readonly known: KnownDevices,
    copies: FactCopies,
  ) {
    alerts.onChange((id) => this.markStale([id]));
    // Alerts that another replica made or removed.
    copies.of('alert').onChange((id) => this.markStale([id]));
    known.onChange((deviceName) => this.chooseRules(deviceName));
  }

  readonly watched = (deviceName: string): WatchedDevice | undefined => this.devices.get(deviceName);

  /** These are to be read again: they were made or removed, or what is remembered of them may be wrong. */
  markStale(ids: Iterable<string>): void {
    for (const id of ids) this.stale.add(id);
  }

  /** All are to be read again: another process may have moved them. */
  markAllStale(): void {
    this.isAllStale = true;
  }

  /** Whether any has to be read again before readings may be compared. */
  get isStale(): boolean {
    return this.isAllStale || this.stale.size > 0;
  }

  /** Reads again what has to be. @throws where the database is away; then nothing may be compared. */
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
      for await (const alert of this.alerts.all()) rules.push(ruleOf(alert));
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
    const ids = [...this.stale];
    this.stale.clear();
    const found = new Map<string, Rule>();
    try {
      for await (const alert of this.alerts.all(ids)) found.set(alert._id, ruleOf(alert));
    } catch (error) {
      this.markStale(ids);
      throw error;
    }
    for (const id of ids) {
      const rule = found.get(id);
      const deviceName = rule?.alert.deviceName ?? this.deviceOf.get(id);
      if (deviceName === undefined) continue;
      if (rule) this.put(rule, this.devices);
      else this.remove(id, deviceName);
      this.chooseRules(deviceName);
    }
  }

  private put(rule: Rule, known: Map<string, Watched>): void {
    const { _id, deviceName } = rule.alert;
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

  /** A rule rests while its device has no sensor in its place. */
  private chooseRules(deviceName: string): void {
    const device = this.devices.get(deviceName);
    if (!device) return;
    const sensorNames = this.known.get(deviceName)?.sensorNames;
    device.rules = [...device.all.values()].filter(({ index }) => sensorNames?.[index] !== null);
  }
}
