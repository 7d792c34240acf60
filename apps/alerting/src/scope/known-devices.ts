import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Audience } from '@telemon/contracts/live';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';

/** A filter on `deviceName` that lets through what an actor may see. */
export type DeviceScope = { deviceName?: { $in: string[] } };

const sees = (actor: Actor, device: DeviceState): boolean => {
  if (isAdmin(actor.role)) return true;
  if (actor.role === 'manager') return device.managerId === actor.id;
  return actor.role === 'assistant' && device.assistantIds.includes(actor.id);
};

/** What alerting knows of devices, from facts, and who may see which. */
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

  /** Of the newest fact about it; a device that is made anew under an old name has a higher one. */
  versionOf(deviceName: string): number {
    return this.copy.versionOf(deviceName);
  }

  /** Of the newest fact that told that it is gone, also where there is another of its name since; 0: none did. */
  goneVersionOf(deviceName: string): number {
    return this.goneAt.get(deviceName) ?? 0;
  }

  /** Calls `listener` for each change, and for each device at the start; null: it is gone. */
  onChange(listener: (deviceName: string, device: DeviceState | null, version: number) => void): void {
    this.copy.onChange(listener);
  }

  /** The device, if there is one and the actor may see it. */
  seenBy(actor: Actor, deviceName: string): DeviceState | undefined {
    const device = this.copy.get(deviceName);
    return device && sees(actor, device) ? device : undefined;
  }

  /** For a query: as it stands now, so that it follows a change of manager. */
  scopeOf(actor: Actor): DeviceScope {
    return isAdmin(actor.role)
      ? {}
      : { deviceName: { $in: this.namesWhere((device) => sees(actor, device)) } };
  }

  /** The devices whose alias holds the text, in any case. */
  withAlias(part: string): string[] {
    const wanted = part.toLowerCase();
    return this.namesWhere(({ deviceAlias }) => deviceAlias.toLowerCase().includes(wanted));
  }

  /** Who may see a live update about it; nobody but admins once it is gone. */
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
