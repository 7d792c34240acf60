import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { type Device, devices } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Channel } from '@telemon/contracts/readings';
import { DomainError, defineError, unavailable } from '@telemon/platform/errors';
import { Asker } from '@telemon/platform/messaging/asker';
import { setTimeout as delay } from 'node:timers/promises';
import { KnownDevices } from './known-devices.ts';

/** How long a fact that is known to be on its way is waited for, ms. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 20;

export const deviceNotFound = defineError('DeviceNotFound', 'not-found', () => 'There is no such device');

/** Finds a device that somebody names, also one that was made or changed a moment ago. */
@Injectable()
export class DeviceLookup {
  constructor(
    private readonly known: KnownDevices,
    private readonly asker: Asker,
  ) {}

  /**
   * The device, where the actor may see it.
   * @param sensorId One of its sensors; where devices says that it is there, the answer has it too.
   * @throws not-found where devices says that it is missing or foreign, the same for both; unavailable where devices
   * can't say.
   */
  async find(actor: Actor, deviceName: string, sensorId?: Channel): Promise<DeviceState> {
    const look = () => {
      const device = this.known.seenBy(actor, deviceName);
      return device && (sensorId === undefined || device.sensorNames[sensorId - 1] !== null)
        ? device
        : undefined;
    };
    const device = look();
    if (device) return device;
    // The copy may be behind: whoever owns devices knows.
    const truth = await this.ask(actor, deviceName);
    const isOnItsWay = truth && (sensorId === undefined || truth[`sensorId${sensorId}`] !== null);
    const arrived = isOnItsWay && (await this.arrival(look));
    if (arrived) return arrived;
    const present = this.known.seenBy(actor, deviceName);
    if (present) return present;
    throw truth ? unavailable() : deviceNotFound();
  }

  /** The answer of devices; null: there is none that the actor may see. */
  private async ask(actor: Actor, deviceName: string): Promise<Device | null> {
    try {
      return await this.asker.ask(devices.get, { deviceName }, { actor });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.failure.kind === 'not-found') return null;
      // The copy alone can't tell a device that isn't there from one that it hasn't heard of yet.
      throw unavailable();
    }
  }

  private async arrival<Found>(look: () => Found | undefined): Promise<Found | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = look();
      if (found !== undefined || performance.now() > deadline) return found;
      await delay(LOOK_EVERY_MS);
    }
  }
}
