import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { credentials, type Device, devices } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Channel } from '@telemon/contracts/readings';
import { DomainError, defineError, unavailable } from '@telemon/platform/errors';
import { Asker } from '@telemon/platform/messaging/asker';
import { setTimeout as delay } from 'node:timers/promises';
import { KnownDevices } from './known-devices.ts';

/** How long a look-up waits for a fact that has to arrive, ms. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 20;

export const deviceNotFound = defineError('DeviceNotFound', 'not-found', () => 'There is no such device');

/** Finds a device by its name, even if it was created or changed a moment ago. */
@Injectable()
export class DeviceLookup {
  constructor(
    private readonly known: KnownDevices,
    private readonly asker: Asker,
  ) {}

  /**
   * The device, if the actor may see it.
   * @param sensorId A sensor that the result has to have, if the devices service says that it exists.
   * @throws the same not-found for a missing and a foreign device; unavailable if the devices service does not answer, or
   * its fact does not arrive in time.
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
    // The copy may be behind the devices service.
    const truth = await this.ask(actor, deviceName);
    const isOnItsWay = truth && (sensorId === undefined || truth[`sensorId${sensorId}`] !== null);
    const arrived = isOnItsWay && (await this.arrival(look));
    if (arrived) return arrived;
    const present = this.known.seenBy(actor, deviceName);
    if (present) return present;
    throw truth ? unavailable() : deviceNotFound();
  }

  /**
   * The same, but never a former device of this name whose deletion is on its way to the copy: the clean-up after that deletion
   * would remove an alert that was made for it.
   */
  async findPresent(actor: Actor, deviceName: string, sensorId: Channel): Promise<DeviceState> {
    const version = await this.presentVersion(deviceName);
    const isAsNew = await this.arrival(() => this.known.versionOf(deviceName) >= version || undefined);
    if (!isAsNew) throw unavailable();
    return this.find(actor, deviceName, sensorId);
  }

  /** The devices service's answer; null if there is no device that the actor may see. */
  private async ask(actor: Actor, deviceName: string): Promise<Device | null> {
    try {
      return await this.asker.ask(devices.get, { deviceName }, { actor });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.failure.kind === 'not-found') return null;
      // The copy alone can't tell a missing device from one whose fact has not arrived yet.
      throw unavailable();
    }
  }

  /** The version of the newest fact that the devices service has made about a device of this name; 0: none. */
  private async presentVersion(deviceName: string): Promise<number> {
    try {
      return (await this.asker.ask(credentials.lookUp, { deviceName })).version;
    } catch (error) {
      throw error instanceof DomainError ? unavailable() : error;
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
