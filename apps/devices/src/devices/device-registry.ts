import { Injectable } from '@nestjs/common';
import type { Audience } from '@telemon/contracts/gateway/live';
import { loginIdOf } from '@telemon/contracts/readings';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { untilAnswered } from '@telemon/platform/until-answered';
import { type Treatment, treatmentOf } from '../readings/treatment/treat.ts';
import type { Registrable } from './device-document.ts';
import { loginEndsOf } from './logins.ts';
import { DevicesRepository } from './devices.repository.ts';

/** The part of a device that processing its readings needs. */
export interface RegisteredDevice {
  readonly name: string;
  readonly key: number;
  readonly audience: Audience;
  readonly treatment: Treatment;
  /** The login's name, as `loginIdOf` makes it. */
  readonly login: string;
  /** When another login ended, epoch milliseconds; infinite if the password was never changed. */
  readonly endOfLogin: (login: string) => number;
  /** The database had this state at this time or later, epoch milliseconds. */
  readonly readAt: number;
}

/** The device that a message names as its sender. */
export interface NamedSender {
  readonly deviceName: string | null;
  /** null: the message contains only the name. */
  readonly deviceKey: number | null;
  /** The login that the message came over, as `loginIdOf` names it; null: not given. */
  readonly login: string | null;
  /** When the endpoint received the message, epoch milliseconds; null: not given, and refused. */
  readonly receivedAt: number | null;
}

/** A device in memory. */
interface KeptDevice extends RegisteredDevice {
  /** The number of the read or change that it comes from; they are numbered as they begin. */
  readonly origin: number;
}

/** A message that waited longer than this may come before the fact of an older change to its device, ms. */
const WAITED_MS = 2_000;
/** How long an unknown name is not looked up again, ms. */
const UNKNOWN_FOR_MS = 1_000;
const MOST_UNKNOWN = 10_000;

/** A sender's key in `unknownUntil`: its name, and its device key and login if it has them. */
const idOf = ({ deviceName, deviceKey, login }: NamedSender): string =>
  deviceKey === null ? `${deviceName}` : `${deviceName} ${deviceKey} ${login ?? ''}`;

/** All devices in memory: a reading needs no query unless its device is unknown. */
@Injectable()
export class DeviceRegistry {
  private readonly devices = new Map<string, KeptDevice>();
  /** Keys of deleted devices, so that an older read or change restores none of them. */
  private readonly gone = new Set<number>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly changed = new Set<string>();
  /** For each database read under way, the names of devices that changed since it began. */
  private readonly overtaken = new Set<Set<string>>();
  private readonly listeners: ((device: RegisteredDevice) => void)[] = [];
  /** The number of the newest read or change. */
  private begun = 0;
  private isLoading = false;

  constructor(
    private readonly repository: DevicesRepository,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    // Another process of this service may have made the change.
    copies.of('device').onChange((name) => this.readAgain(name));
    lifecycle.onStart(async () => {
      this.isLoading = true;
      await untilAnswered(() => this.read());
    });
  }

  get(name: string): RegisteredDevice | undefined {
    return this.devices.get(name);
  }

  /**
   * Looks up senders in the database that are unknown, or whose message waited: the registry may lag behind another process. A
   * backlog needs one read per device, because the devices are then newer than its messages.
   */
  async look(senders: readonly NamedSender[]): Promise<void> {
    const now = Date.now();
    const unknown = senders.filter((sender) => !this.isKnown(sender, now));
    if (unknown.length === 0) return;
    const names = unknown.map(({ deviceName }) => deviceName!);
    await this.read([...new Set(names)]);
    if (this.unknownUntil.size > MOST_UNKNOWN) this.unknownUntil.clear();
    for (const sender of unknown)
      if (!this.isKnown(sender, now)) this.unknownUntil.set(idOf(sender), now + UNKNOWN_FOR_MS);
  }

  /** Adds a device whose creation or change was just committed. */
  put(device: Registrable): void {
    this.overtake(device._id);
    this.keep(device, Date.now(), ++this.begun);
    if (device.passwordChangedAt === null) this.readAgain(device._id);
  }

  /** Drops a device that was just deleted. */
  drop(name: string, key: number): void {
    this.overtake(name);
    this.gone.add(key);
    if (this.devices.get(name)?.key === key) this.forget(name);
  }

  /** Calls `listener` for each device that leaves the registry. */
  onGone(listener: (device: RegisteredDevice) => void): void {
    this.listeners.push(listener);
  }

  /** Whether no query is needed to tell if the device exists. */
  private isKnown(sender: NamedSender, now: number): boolean {
    const { deviceName, deviceKey, login, receivedAt } = sender;
    if (deviceName === null || receivedAt === null) return true;
    const device = this.devices.get(deviceName);
    const isSame = device && (deviceKey === null || deviceKey === device.key);
    if (isSame && (login === null || login === device.login)) {
      return device.readAt >= receivedAt || now - receivedAt <= WAITED_MS;
    }
    if (deviceKey !== null && this.gone.has(deviceKey)) return true;
    return (this.unknownUntil.get(idOf(sender)) ?? 0) > now;
  }

  private keep(registrable: Registrable, readAt: number, origin: number): void {
    const { _id, key, managerId, assistantIds, passwordSha256 } = registrable;
    if (this.gone.has(key)) return;
    if (this.devices.get(_id)?.key !== key) this.forget(_id);
    this.devices.set(_id, {
      name: _id,
      key,
      audience: { managerId, assistantIds },
      treatment: treatmentOf(registrable),
      login: loginIdOf(passwordSha256),
      endOfLogin: loginEndsOf(registrable, readAt),
      readAt,
      origin,
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

  /** Loads the devices with these names, or all, from the database. Reads those again that changed meanwhile. */
  private async read(names?: readonly string[]): Promise<void> {
    const overtaken = new Set<string>();
    this.overtaken.add(overtaken);
    const readAt = Date.now();
    const origin = ++this.begun;
    // A later read may have answered first.
    const isOlder = (name: string) => overtaken.has(name) || (this.devices.get(name)?.origin ?? 0) > origin;
    try {
      const missing = new Set(names);
      for (const device of await this.dated(await this.repository.registered(names))) {
        missing.delete(device._id);
        if (!isOlder(device._id)) this.keep(device, readAt, origin);
      }
      for (const name of missing) {
        if (!isOlder(name)) this.forget(name);
      }
    } finally {
      this.overtaken.delete(overtaken);
    }
    const again = names ? names.filter((name) => overtaken.has(name)) : [...overtaken];
    if (again.length > 0) await this.read(again);
  }

  /** The devices, with a date for each changed password: a change that was read is committed. */
  private async dated(devices: readonly Registrable[]): Promise<readonly Registrable[]> {
    const undated = devices.filter(({ passwordChangedAt }) => passwordChangedAt === null);
    if (undated.length === 0) return devices;
    const now = new Date();
    await this.repository.dateLogins(undated, now);
    return devices.map((device) =>
      device.passwordChangedAt === null ? { ...device, passwordChangedAt: now } : device,
    );
  }

  private overtake(name: string): void {
    for (const names of this.overtaken) names.add(name);
  }

  /** Reads changed devices from the database, those of one event-loop turn together. */
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
      logger.warn(
        { devices: names.length, reason: (error as Error).message },
        'changed devices could not be read, will retry',
      );
      setTimeout(() => names.forEach((name) => this.readAgain(name)), UNKNOWN_FOR_MS).unref();
    }
  }
}
