import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { credentials, devices } from '@telemon/contracts/devices/devices';
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

const sensorNotThere = defineError(
  'SensorNotThere',
  'invalid',
  ({ deviceName, sensorId }: { deviceName: string; sensorId: number }) =>
    `The device ${deviceName} has no sensor ${sensorId}`,
);

interface PresentSensor {
  deviceName: string;
  deviceVersion: number;
  sensorId: Channel;
  sensorName: string;
}

/** Finds a device by its name, even if it was created or changed a moment ago. */
@Injectable()
export class DeviceLookup {
  constructor(
    private readonly known: KnownDevices,
    private readonly asker: Asker,
  ) {}

  /**
   * The device, if the actor may see it.
   * @throws the same not-found for a missing and a foreign device; unavailable if the devices service does not answer, or
   * its fact does not arrive in time.
   */
  async find(actor: Actor, deviceName: string): Promise<DeviceState> {
    const look = () => this.known.seenBy(actor, deviceName);
    const known = look();
    if (known) return known;
    // The copy may be behind the devices service.
    const isThere = await this.isThere(actor, deviceName);
    const device = isThere ? await this.arrival(look) : look();
    if (device) return device;
    throw isThere ? unavailable() : deviceNotFound();
  }

  /**
   * The same, but as new as the devices service's answer: never a former device of this name whose deletion is on its way to the
   * copy, because the clean-up after that deletion would remove an alert that was made for it.
   */
  async findPresent(actor: Actor, deviceName: string): Promise<DeviceState> {
    // First, so that a foreign device answers as a missing one, however far the copy is behind.
    await this.find(actor, deviceName);
    const version = await this.presentVersion(deviceName);
    const isAsNew = () => this.known.versionOf(deviceName) >= version || undefined;
    if (!(await this.arrival(isAsNew))) throw unavailable();
    return this.find(actor, deviceName);
  }

  /**
   * A sensor that the device has at present, with the version of the device's newest fact, for a rule about it.
   * @throws as `findPresent` does, and if there is no such sensor
   */
  async findSensor(
    actor: Actor,
    { deviceName, sensorId }: Pick<PresentSensor, 'deviceName' | 'sensorId'>,
  ): Promise<PresentSensor> {
    const { sensorNames } = await this.findPresent(actor, deviceName);
    const sensorName = sensorNames[sensorId - 1] ?? null;
    if (sensorName !== null)
      return { deviceName, deviceVersion: this.known.versionOf(deviceName), sensorId, sensorName };
    throw sensorNotThere({ deviceName, sensorId }, { fields: { sensorId: 'The device has no such sensor' } });
  }

  /** Whether the devices service has a device that the actor may see. */
  private async isThere(actor: Actor, deviceName: string): Promise<boolean> {
    try {
      await this.asker.ask(devices.get, { deviceName }, { actor });
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.failure.kind === 'not-found') return false;
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
