import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { DEVICE_DEFAULTS, type NewDevice } from '@telemon/contracts/devices/devices';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { type DeviceDocument, audienceOf, stateOf } from './device-document.ts';
import { DeviceKeysRepository } from './device-keys.repository.ts';
import { DeviceParts } from './device-parts.ts';
import { DeviceRegistry } from './device-registry.ts';
import { newDevice, refuseChangesForAdmins } from './device-settings.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { deviceNameTaken, refuseAssistants } from './devices.errors.ts';
import { DevicesRepository } from './devices.repository.ts';
import { newPassword, sha256Of } from './passwords.ts';

/** A new device, with the password that only this answer contains. */
interface MadeDevice {
  device: DeviceDocument;
  password: string;
  /** The names of its sensors by id, read in the transaction: an answer that needed another read could fail after the commit. */
  sensorNames: ReadonlyMap<string, string>;
}

/** Creates devices and their MQTT logins: all of a request, or none. */
@Injectable()
export class DeviceMaking {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly keys: DeviceKeysRepository,
    private readonly parts: DeviceParts,
    private readonly managers: ManagersService,
    private readonly registry: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
    private readonly facts: FactOutbox,
  ) {}

  /** @param requests At least one, all for one manager. */
  async make(actor: Actor, requests: readonly NewDevice[]): Promise<MadeDevice[]> {
    refuseAssistants(actor);
    for (const request of requests) refuseChangesForAdmins(actor, DEVICE_DEFAULTS, request);
    const managerId = await ownerFor(actor, requests[0]?.managerId, this.managers, 'managerId');
    const lastKey = await this.keys.next(requests.length);
    const made = requests.map((request, place) => {
      const password = newPassword();
      const device = newDevice(request, {
        managerId,
        key: lastKey - requests.length + 1 + place,
        passwordSha256: sha256Of(password),
        createdAt: new Date(),
      });
      return { device, password };
    });
    const all = made.map(({ device }) => device);
    const sensorNames = await this.insert(all);
    for (const device of all) {
      this.registry.put(device);
      this.statuses.show({ name: device._id, audience: audienceOf(device) }, 'created');
    }
    return made.map((each) => ({ ...each, sensorNames }));
  }

  /** @returns The names of their sensors by id. */
  private async insert(made: readonly DeviceDocument[]): Promise<ReadonlyMap<string, string>> {
    try {
      return await this.facts.commit(async (session, publish) => {
        await this.repository.insert(made, session);
        const names = await this.parts.take(made, session);
        await publish(
          ...made.map((device) => ({
            kind: 'device' as const,
            key: device._id,
            state: stateOf(device, names),
          })),
        );
        return names;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { keyValue } = error as { keyValue?: { _id?: string } };
      const deviceName = keyValue?._id ?? made[0]!._id;
      throw deviceNameTaken({ deviceName }, { fields: { deviceName: 'This name is taken' } });
    }
  }
}
