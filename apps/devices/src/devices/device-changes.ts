import { Injectable } from '@nestjs/common';
import { UDP_IDENTITY_CHANGED_SUBJECT } from '@telemon/contracts/devices/udp-identity';
import { LOGIN_ENDED_SUBJECT, type LoginEnded } from '@telemon/contracts/mqtt-bridge/mqtt';
import { FactOutbox, type UnversionedFact } from '@telemon/platform/facts/fact-outbox';
import { Live } from '@telemon/platform/messaging/live';
import type { ClientSession } from 'mongodb';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { Belongings } from './belongings.ts';
import { type DeviceDocument, audienceOf, stateOf, udpIdentityOf } from './device-document.ts';
import { DeviceLosses } from './device-losses.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { idsOfSensors } from './device-views.ts';
import { DevicesRepository } from './devices.repository.ts';

interface Changed {
  before: DeviceDocument;
  after: DeviceDocument;
}

/** Changes stored devices together with the facts about them: all of it, or nothing. */
@Injectable()
export class DeviceChanges {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly belongings: Belongings,
    private readonly losses: DeviceLosses,
    private readonly registry: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
    private readonly sensorTypes: SensorTypesService,
    private readonly facts: FactOutbox,
    private readonly live: Live,
  ) {}

  /**
   * Changes the devices that `find` returns, in one transaction; a device that `change` returns as the same object isn't written.
   * Open pages get an update, or a deletion if their user may no longer see a device.
   * @returns All devices found, in their new state.
   */
  async make(
    find: (session: ClientSession) => Promise<DeviceDocument[]>,
    change: (stored: DeviceDocument, session: ClientSession) => DeviceDocument | Promise<DeviceDocument>,
  ): Promise<DeviceDocument[]> {
    let told: UnversionedFact[] = [];
    let versions: number[] = [];
    const all = await this.facts.commit(async (session, publish) => {
      const found: Changed[] = [];
      for (const before of await find(session)) found.push({ before, after: await change(before, session) });
      const changed = found.filter(isChanged).map(({ after }) => after);
      await this.losses.note(found.filter(isChanged), session);
      const facts: UnversionedFact[] = [];
      for (const { before } of found.filter(isMoved))
        facts.push(...(await this.belongings.remove(before, session)));
      if (changed.length > 0) {
        await this.repository.replace(changed, session);
        const names = await this.sensorTypes.names(idsOfSensors(changed));
        const ofDevices = changed.map((device) => ({
          kind: 'device' as const,
          key: device._id,
          state: stateOf(device, names),
        }));
        told = [...ofDevices, ...facts];
        versions = await publish(...told);
      }
      return found;
    });
    this.belongings.tellWithdrawn(told, versions);
    for (const [place, each] of all.filter(isChanged).entries()) this.show(each, versions[place]!);
    return all.map(({ after }) => after);
  }

  /** Tells the endpoints to end the device's connections without waiting for the fact. */
  tellLoginEnded(ended: LoginEnded): void {
    this.live.publish(LOGIN_ENDED_SUBJECT, ended);
  }

  private show({ before, after }: Changed, version: number): void {
    this.registry.put(after);
    const name = after._id;
    if (before.passwordSha256 !== after.passwordSha256) this.tellLoginEnded({ deviceName: name, version });
    if (hasOtherIdentity({ before, after }))
      this.live.publish(UDP_IDENTITY_CHANGED_SUBJECT, { deviceName: name, version });
    const hasMoved = isMoved({ before, after });
    const former = {
      managerId: hasMoved ? before.managerId : '',
      assistantIds: before.assistantIds.filter((id) => !after.assistantIds.includes(id)),
    };
    if (hasMoved || former.assistantIds.length > 0) this.statuses.show({ name, audience: former }, 'deleted');
    this.statuses.show({ name, audience: audienceOf(after) }, 'updated');
  }
}

const isChanged = ({ before, after }: Changed): boolean => before !== after;
const hasOtherIdentity = ({ before, after }: Changed): boolean => {
  const [former, present] = [udpIdentityOf(before), udpIdentityOf(after)];
  return former.keyId !== present.keyId || former.source !== present.source;
};
/** Whether the device has another manager. */
const isMoved = ({ before, after }: Changed): boolean => before.managerId !== after.managerId;
