import { Injectable } from '@nestjs/common';
import { ALERT_CHANGED_SUBJECT, AlertChanged } from '@telemon/contracts/alerting/alerts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import { AlertsService } from '../alerts/alerts.service.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { rulesInMemory } from './evaluation.metrics.ts';
import { RecentReadings } from './recent-readings.ts';
import { type Rule, type WatchedDevice, ruleOf } from './rule.ts';

/** The rules of one device: all of them, and those whose sensor the device has now. */
class Watched implements WatchedDevice {
  readonly all = new Map<string, Rule>();
  rules: readonly Rule[] = [];

  constructor(readonly recent: RecentReadings) {}
}

/**
 * All alerts as rules, in memory. An alert that is new, deleted or possibly outdated is marked as stale, and read again
 * before the next readings are compared. So a reading that arrives after an alert's creation is compared with it, and
 * no rule is replaced during a comparison.
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
    live: Live,
  ) {
    alerts.onChange((id) => {
      this.markStale([id]);
      live.publish(ALERT_CHANGED_SUBJECT, { alertId: id });
    });
    live.subscribe(ALERT_CHANGED_SUBJECT, AlertChanged, ({ alertId }) => this.markStale([alertId]));
    // For a replica that the update did not reach.
    copies.of('alert').onChange((id) => this.markStale([id]));
    known.onChange((deviceName) => this.chooseRules(deviceName));
  }

  readonly watched = (deviceName: string): WatchedDevice | undefined => this.devices.get(deviceName);

  /** Marks alerts to be read again: they are new or deleted, or their rules may be outdated. */
  markStale(ids: Iterable<string>): void {
    for (const id of ids) this.stale.add(id);
  }

  /** Marks all alerts to be read again, because another process may have changed them. */
  markAllStale(): void {
    this.isAllStale = true;
  }

  /** Whether an alert has to be read again before readings may be compared. */
  get isStale(): boolean {
    return this.isAllStale || this.stale.size > 0;
  }

  /** Reads the stale alerts again. @throws if the database is unavailable; then nothing may be compared. */
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

  /** Leaves out the rules whose sensor the device does not have now. */
  private chooseRules(deviceName: string): void {
    const device = this.devices.get(deviceName);
    if (!device) return;
    const sensorNames = this.known.get(deviceName)?.sensorNames;
    device.rules = [...device.all.values()].filter(({ index }) => sensorNames?.[index] !== null);
  }
}
