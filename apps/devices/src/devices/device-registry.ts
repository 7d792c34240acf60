import { Injectable } from '@nestjs/common';
import type { Audience } from '@telemon/contracts/live';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
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

/** How long a name that is no device's is not asked about again, ms. */
const UNKNOWN_FOR_MS = 1_000;
const MOST_UNKNOWN = 10_000;

/** Every device, in memory: nothing is asked on the way of a reading unless a name is unknown. */
@Injectable()
export class DeviceRegistry {
  private readonly devices = new Map<string, RegisteredDevice>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly listeners: ((device: RegisteredDevice) => void)[] = [];
  private isLoaded = false;

  constructor(
    private readonly repository: DevicesRepository,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    // Another process of this service may have made the change.
    copies.of('device').onChange((name) => this.readAgain(name));
    lifecycle.onStart(async () => {
      await this.repository.complete();
      for (const device of await this.repository.registered()) this.put(device);
      this.isLoaded = true;
    });
  }

  get(name: string): RegisteredDevice | undefined {
    return this.devices.get(name);
  }

  /** Asks the database about those of these names that are unknown: the registry may be behind another process. */
  async look(names: readonly (string | null)[]): Promise<void> {
    let unknown: Set<string> | undefined;
    const now = Date.now();
    for (const name of names) {
      if (name === null || this.devices.has(name) || (this.unknownUntil.get(name) ?? 0) > now) continue;
      (unknown ??= new Set()).add(name);
    }
    if (!unknown) return;
    for (const device of await this.repository.registered([...unknown])) this.put(device);
    if (this.unknownUntil.size > MOST_UNKNOWN) this.unknownUntil.clear();
    for (const name of unknown)
      if (!this.devices.has(name)) this.unknownUntil.set(name, now + UNKNOWN_FOR_MS);
  }

  put({ _id, key, managerId, assistantIds, ...settings }: Registrable): void {
    const former = this.devices.get(_id);
    if (former && former.key !== key) this.tellGone(former);
    this.devices.set(_id, {
      name: _id,
      key,
      audience: { managerId, assistantIds },
      treatment: treatmentOf(settings),
    });
    this.unknownUntil.delete(_id);
  }

  drop(name: string): void {
    const device = this.devices.get(name);
    if (!device) return;
    this.devices.delete(name);
    this.tellGone(device);
  }

  /** Calls `listener` for each device that is gone. */
  onGone(listener: (device: RegisteredDevice) => void): void {
    this.listeners.push(listener);
  }

  private tellGone(device: RegisteredDevice): void {
    for (const listener of this.listeners) listener(device);
  }

  /** Reads changed devices from the database, those of one turn together. */
  private readAgain(name: string): void {
    if (!this.isLoaded) return;
    if (this.changed.size === 0) setImmediate(() => void this.readChanged());
    this.changed.add(name);
  }

  private async readChanged(): Promise<void> {
    const names = [...this.changed];
    this.changed.clear();
    try {
      const found = await this.repository.registered(names);
      const left = new Set(names);
      for (const device of found) {
        this.put(device);
        left.delete(device._id);
      }
      for (const name of left) this.drop(name);
    } catch (error) {
      logger.warn({ devices: names.length, reason: (error as Error).message }, 'devices to be read again');
      setTimeout(() => names.forEach((name) => this.readAgain(name)), UNKNOWN_FOR_MS).unref();
    }
  }
}
