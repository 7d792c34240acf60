import { Injectable } from '@nestjs/common';
import type { Audience } from '@telemon/contracts/live';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { untilAnswered } from '@telemon/platform/until-answered';
import { type Treatment, treatmentOf } from '../readings/treatment/treat.ts';
import type { Registrable } from './device-document.ts';
import { DevicesRepository } from './devices.repository.ts';

/** What the way of a reading needs to know of a device. */
export interface RegisteredDevice {
  readonly name: string;
  readonly key: number;
  readonly audience: Audience;
  readonly treatment: Treatment;
}

/** The device that a message says it is of. */
export interface Sender {
  readonly deviceName: string | null;
  /** null: the message tells the name alone. */
  readonly deviceKey: number | null;
}

/** How long a name that is no device's is not asked about again, ms. */
const UNKNOWN_FOR_MS = 1_000;
const MOST_UNKNOWN = 10_000;

/** A device of this name, or only the one with this key too. */
const idOf = ({ deviceName, deviceKey }: Sender): string =>
  deviceKey === null ? `${deviceName}` : `${deviceName} ${deviceKey}`;

/** Every device, in memory: nothing is asked on the way of a reading unless a device is unknown. */
@Injectable()
export class DeviceRegistry {
  private readonly devices = new Map<string, RegisteredDevice>();
  /** Keys of devices that are gone: what was read or changed before that brings none of them back. */
  private readonly gone = new Set<number>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly changed = new Set<string>();
  /** Per reading of the database that is under way, the names of which something newer was heard meanwhile. */
  private readonly overtaken = new Set<Set<string>>();
  private readonly listeners: ((device: RegisteredDevice) => void)[] = [];
  private isLoading = false;

  constructor(
    private readonly repository: DevicesRepository,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    // Another process of this service may have made the change.
    copies.of('device').onChange((name) => this.readAgain(name));
    lifecycle.onStart(async () => {
      await untilAnswered(() => this.repository.complete());
      this.isLoading = true;
      await untilAnswered(() => this.read());
    });
  }

  get(name: string): RegisteredDevice | undefined {
    return this.devices.get(name);
  }

  /** Asks the database about those of these that are unknown: the registry may be behind another process. */
  async look(senders: readonly Sender[]): Promise<void> {
    const now = Date.now();
    const unknown = senders.filter((sender) => !this.isKnown(sender, now));
    if (unknown.length === 0) return;
    const names = unknown.map(({ deviceName }) => deviceName!);
    await this.read([...new Set(names)]);
    if (this.unknownUntil.size > MOST_UNKNOWN) this.unknownUntil.clear();
    for (const sender of unknown)
      if (!this.isKnown(sender, now)) this.unknownUntil.set(idOf(sender), now + UNKNOWN_FOR_MS);
  }

  /** A device that was made or changed just now. */
  put(device: Registrable): void {
    this.overtake(device._id);
    this.keep(device);
  }

  /** A device that was deleted just now. */
  drop(name: string, key: number): void {
    this.overtake(name);
    this.gone.add(key);
    if (this.devices.get(name)?.key === key) this.forget(name);
  }

  /** Calls `listener` for each device that is gone. */
  onGone(listener: (device: RegisteredDevice) => void): void {
    this.listeners.push(listener);
  }

  /** Whether it is known if there is such a device. */
  private isKnown(sender: Sender, now: number): boolean {
    const { deviceName, deviceKey } = sender;
    if (deviceName === null) return true;
    const device = this.devices.get(deviceName);
    if (device && (deviceKey === null || deviceKey === device.key)) return true;
    if (deviceKey !== null && this.gone.has(deviceKey)) return true;
    return (this.unknownUntil.get(idOf(sender)) ?? 0) > now;
  }

  private keep({ _id, key, managerId, assistantIds, ...settings }: Registrable): void {
    if (this.gone.has(key)) return;
    if (this.devices.get(_id)?.key !== key) this.forget(_id);
    this.devices.set(_id, {
      name: _id,
      key,
      audience: { managerId, assistantIds },
      treatment: treatmentOf(settings),
    });
    this.unknownUntil.delete(_id);
  }

  private forget(name: string): void {
    const device = this.devices.get(name);
    if (!device) return;
    this.devices.delete(name);
    this.gone.add(device.key);
    for (const listener of this.listeners) listener(device);
  }

  /** Takes over what the database holds of these names, or of all. Of which something newer is heard meanwhile is read again. */
  private async read(names?: readonly string[]): Promise<void> {
    const overtaken = new Set<string>();
    this.overtaken.add(overtaken);
    try {
      const missing = new Set(names);
      for (const device of await this.repository.registered(names)) {
        missing.delete(device._id);
        if (!overtaken.has(device._id)) this.keep(device);
      }
      for (const name of missing) if (!overtaken.has(name)) this.forget(name);
    } finally {
      this.overtaken.delete(overtaken);
    }
    const again = names ? names.filter((name) => overtaken.has(name)) : [...overtaken];
    if (again.length > 0) await this.read(again);
  }

  private overtake(name: string): void {
    for (const names of this.overtaken) names.add(name);
  }

  /** Reads changed devices from the database, those of one turn together. */
  private readAgain(name: string): void {
    if (!this.isLoading) return;
    this.overtake(name);
    if (this.changed.size === 0) setImmediate(() => void this.readChanged());
    this.changed.add(name);
  }

  private async readChanged(): Promise<void> {
    const names = [...this.changed];
    this.changed.clear();
    try {
      await this.read(names);
    } catch (error) {
      logger.warn({ devices: names.length, reason: (error as Error).message }, 'devices to be read again');
      setTimeout(() => names.forEach((name) => this.readAgain(name)), UNKNOWN_FOR_MS).unref();
    }
  }
}
