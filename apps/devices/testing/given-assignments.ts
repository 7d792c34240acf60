import type { Actor } from '@telemon/contracts/actor';
import { type User, users as userCalls } from '@telemon/contracts/auth/users';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import type { Fact, FactOf, UserState } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { standIn } from '@telemon/testing/stand-in';
import { randomUUID } from 'node:crypto';
import { AssignmentsModule } from '../src/assignments/assignments.module.ts';
import { DevicesService } from '../src/devices/devices.service.ts';
import { SensorTypesService } from '../src/sensor-types/sensor-types.service.ts';
import { admin, anActor } from './actors.ts';
import { GivenDevices } from './given-devices.ts';

// Ids of their own, because specs that run side by side share NATS.
export const [managerId, otherId] = [randomUUID(), randomUUID()];
export const manager = anActor(managerId, 'manager');
export const other = anActor(otherId, 'manager');

/** A running service with the managers Zoe and Adam, whose users come from a stand-in for auth. */
export class GivenAssignments {
  /** The users that auth has. */
  readonly people = new Map<string, UserState>();
  /** Run by the stand-in for auth after it has read a user, and before it answers. */
  readonly beforeAnswer = new Map<string, () => Promise<void>>();
  private readonly versions = new Map<string, number>();
  private readonly facts: Fact[] = [];
  private readonly sensors: Record<string, string> = {};
  private auth?: { stop: () => Promise<void> };

  private constructor(readonly service: GivenDevices) {}

  static async start(): Promise<GivenAssignments> {
    const given = new GivenAssignments(await GivenDevices.prepare(AssignmentsModule));
    await given.service.start();
    await given.listen();
    for (const [id, name] of [
      [managerId, 'Zoe'],
      [otherId, 'Adam'],
    ] as const) {
      await given.tell(id, aUser({ id, name }));
      const request = NewSensorType.parse({ sensorName: 'Temperature', userId: id });
      given.sensors[id] = (await given.service.get(SensorTypesService).create(admin, request)).id;
    }
    return given;
  }

  /** Changes a user and delivers the fact about it; null: the user is deleted. */
  async tell(id: string, state: UserState | null): Promise<void> {
    if (state) this.people.set(id, state);
    else this.people.delete(id);
    const version = (this.versions.get(id) ?? 0) + 1;
    this.versions.set(id, version);
    const fact = { kind: 'user', key: id, version, state } as const;
    await this.service.get(FactCopies).of('user').apply([fact]);
  }

  async assistant(of = managerId, name = 'Sam'): Promise<Actor> {
    const id = randomUUID();
    await this.tell(id, aUser({ id, name, userRole: 'assistant', managerId: of }));
    return anActor(id, 'assistant', of);
  }

  /** A device of a manager, by its name. */
  async device(of = managerId): Promise<string> {
    const request = NewDevice.parse({
      deviceName: uniqueName('dev'),
      deviceAlias: 'Cold store 7',
      managerId: of,
      template: 'Multiple',
      sensorId1: this.sensors[of],
      locationMode: 'Gps',
      lat: 1,
      lng: 2,
    });
    return (await this.service.get(DevicesService).create(admin, request)).deviceData.deviceName;
  }

  /** The names of the devices that an assistant sees. */
  async seenBy(assistant: Actor): Promise<string[]> {
    const { deviceTable } = await this.service.get(DevicesService).all(assistant);
    return deviceTable.map(({ deviceName }) => deviceName);
  }

  /** The state in the newest fact about a device on Kafka. */
  newestState(deviceName: string) {
    return this.facts.findLast(
      (fact): fact is FactOf<'device'> => fact.kind === 'device' && fact.key === deviceName,
    )?.state;
  }

  async removeDevices(): Promise<void> {
    await this.service.database.db.collection('devices').deleteMany({});
  }

  async stop(): Promise<void> {
    await this.auth?.stop();
    await this.service.stop();
  }

  private async listen(): Promise<void> {
    await this.service.get(Kafka).consume({
      topic: TOPICS.facts,
      group: `spec-${randomUUID()}`,
      maxWaitTimeInMs: 50,
      handle: async ({ messages }) => {
        for (const { value } of messages) this.facts.push(JSON.parse(value!.toString()) as Fact);
      },
    });
    this.auth = await standIn(userCalls.get, async ({ id }) => {
      const user = this.people.get(id) as unknown as User | undefined;
      await this.beforeAnswer.get(id)?.();
      return user;
    });
  }
}
