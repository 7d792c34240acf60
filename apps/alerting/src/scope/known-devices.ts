import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin, maySee } from '@telemon/contracts/actor';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Audience } from '@telemon/contracts/gateway/live';
import type { Channel } from '@telemon/contracts/readings';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { trusted } from 'mongoose';
import { createHash } from 'node:crypto';

/** A query filter for the devices that an actor may see. */
export type DeviceScope = { deviceName?: { $in: string[] } };

/** A sensor as a rule names it. */
interface Sensor {
  readonly deviceName: string;
  readonly sensorId: Channel;
  /** Its name at the rule's creation. */
  readonly sensorName: string;
}

/** Alerting's copy of the devices, from facts, and which actor may see which of them. */
@Injectable()
export class KnownDevices {
  private readonly copy: FactCopy<'device'>;
  private readonly goneAt = new Map<string, number>();

  constructor(copies: FactCopies) {
    this.copy = copies.of('device');
    this.copy.onChange((deviceName, device, version) => {
      if (device === null) this.goneAt.set(deviceName, version);
    });
  }

  get(deviceName: string): DeviceState | undefined {
    return this.copy.get(deviceName);
  }

  /** The present names of a device and its sensors; of a device without a fact, its name alone. */
  namingOf(deviceName: string): Pick<DeviceState, 'deviceAlias' | 'sensorNames'> {
    return this.copy.get(deviceName) ?? { deviceAlias: deviceName, sensorNames: [] };
  }

  /** Version of the newest fact about the device; a new device under an old name has a higher one. */
  versionOf(deviceName: string): number {
    return this.copy.versionOf(deviceName);
  }

  /** Version of the newest fact that a device of this name was deleted, even if there is a new one; 0: none. */
  goneVersionOf(deviceName: string): number {
    return this.goneAt.get(deviceName) ?? 0;
  }

  /** The present name of a rule's sensor; the name at the rule's creation if the device has no sensor there any more. */
  sensorNameOf({ deviceName, sensorId, sensorName }: Sensor): string {
    return this.copy.get(deviceName)?.sensorNames[sensorId - 1] ?? sensorName;
  }

  /** Calls `listener` for each change, and for each device at the start; null: it was deleted. */
  onChange(listener: (deviceName: string, device: DeviceState | null, version: number) => void): void {
    this.copy.onChange(listener);
  }

  /** The device, if there is one and the actor may see it. */
  seenBy(actor: Actor, deviceName: string): DeviceState | undefined {
    const device = this.copy.get(deviceName);
    return device && maySee(actor, device) ? device : undefined;
  }

  /** The actor's current scope for a query. Computed each time, so that it follows a change of manager. */
  scopeOf(actor: Actor): DeviceScope {
    return isAdmin(actor.role)
      ? {}
      : { deviceName: trusted({ $in: this.namesWhere((device) => maySee(actor, device)) }) };
  }

  /**
   * A text that is another one once the actor sees other devices, also if one was given away and came back, or once one of them was
   * changed; '' for admins, who see all. The same in each process that knows the same facts.
   */
  printOf(actor: Actor): string {
    if (isAdmin(actor.role)) return '';
    const seen = this.namesWhere((device) => maySee(actor, device)).toSorted();
    const hash = createHash('sha256');
    for (const name of seen) hash.update(`${name} ${this.versionOf(name)}\n`);
    return hash.digest('base64');
  }

  /** Names of the devices whose alias contains the text, case-insensitively. */
  withAlias(part: string): string[] {
    const wanted = part.toLowerCase();
    return this.namesWhere(({ deviceAlias }) => deviceAlias.toLowerCase().includes(wanted));
  }

  /** The manager and assistants who may see live updates about a device, none if it is deleted. Admins see all. */
  audienceOf(deviceName: string): Audience {
    const { managerId = '', assistantIds = [] } = this.copy.get(deviceName) ?? {};
    return { managerId, assistantIds };
  }

  private namesWhere(holds: (device: DeviceState) => boolean): string[] {
    const names: string[] = [];
    for (const device of this.copy.values()) if (holds(device)) names.push(device.deviceName);
    return names;
  }
}
