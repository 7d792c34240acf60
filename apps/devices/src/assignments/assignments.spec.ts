import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor } from '@telemon/contracts/actor';
import { assignments as calls } from '@telemon/contracts/devices/assignments';
import { NewDevice } from '@telemon/contracts/devices/devices';
import type { Fact, FactOf, UserState } from '@telemon/contracts/facts';
import type { LiveDevice } from '@telemon/contracts/live';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { LIVE_SUBJECTS, TOPICS } from '@telemon/contracts/topics';
import { type User, users as userCalls } from '@telemon/contracts/auth/users';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { servers } from '@telemon/testing/servers';
import { standIn } from '@telemon/testing/stand-in';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { anActor, GivenDevices, refusal } from '../../testing/given-devices.ts';
import { DeviceRegistry } from '../devices/device-registry.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { AssignmentsModule } from './assignments.module.ts';
import { AssignmentsService } from './assignments.service.ts';

const admin = anActor('a1', 'admin', null);
const [managerId, otherId] = [randomUUID(), randomUUID()];
const manager = anActor(managerId, 'manager');
const other = anActor(otherId, 'manager');

let service: GivenDevices;
/** What happens to somebody between the question about them and its answer. */
const meanwhile = new Map<string, () => Promise<void>>();
let auth: { stop: () => Promise<void> };
let assignments: AssignmentsService;
let devices: DevicesService;
const sensors: Record<string, string> = {};
/** As auth has them. */
const people = new Map<string, UserState>();
const versions = new Map<string, number>();
const facts: Fact[] = [];

/** Tells of a user as auth does; null: they are gone. */
const tell = async (id: string, state: UserState | null): Promise<void> => {
  if (state) people.set(id, state);
  else people.delete(id);
  versions.set(id, (versions.get(id) ?? 0) + 1);
  const fact = { kind: 'user', key: id, version: versions.get(id)!, state } as const;
  await service.get(FactCopies).of('user').apply([fact]);
};
const givenAssistant = async (of = managerId, name = 'Sam'): Promise<Actor> => {
  const id = randomUUID();
  await tell(id, aUser({ id, name, userRole: 'assistant', managerId: of }));
  return anActor(id, 'assistant', of);
};
const givenDevice = async (of = managerId): Promise<string> => {
  const request = NewDevice.parse({
    deviceName: uniqueName('dev'),
    deviceAlias: 'Cold store 7',
    managerId: of,
    template: 'Multiple',
    sensorId1: sensors[of],
    locationMode: 'Gps',
    lat: 1,
    lng: 2,
  });
  return (await devices.create(admin, request)).deviceData.deviceName;
};

beforeAll(async () => {
  service = await GivenDevices.prepare(AssignmentsModule);
  await service.start();
  assignments = service.get(AssignmentsService);
  devices = service.get(DevicesService);
  await service.get(Kafka).consume({
    topic: TOPICS.facts,
    group: `spec-${randomUUID()}`,
    maxWaitTimeInMs: 50,
    handle: async ({ messages }) => {
      for (const { value } of messages) facts.push(JSON.parse(value!.toString()) as Fact);
    },
  });
  auth = await standIn(userCalls.get, async ({ id }) => {
    const user = people.get(id) as unknown as User | undefined;
    await meanwhile.get(id)?.();
    return user;
  });
  for (const [id, name] of [
    [managerId, 'Zoe'],
    [otherId, 'Adam'],
  ] as const) {
    await tell(id, aUser({ id, name }));
    const request = NewSensorType.parse({ sensorName: 'Temperature', userId: id });
    sensors[id] = (await service.get(SensorTypesService).create(admin, request)).id;
  }
});
afterEach(async () => {
  await service.database.db.collection('devices').deleteMany({});
});
afterAll(async () => {
  await auth.stop();
  await service.stop();
});

const page = (values: Record<string, unknown> = {}) => calls.list.request.parse(values);
const sees = async (assistant: Actor): Promise<string[]> =>
  (await devices.all(assistant)).deviceTable.map(({ deviceName }) => deviceName);
/** What was last told of a device. */
const told = (deviceName: string) =>
  facts.findLast((fact): fact is FactOf<'device'> => fact.kind === 'device' && fact.key === deviceName)
    ?.state;

describe('an assignment', () => {
  it('lets the assistant see the device at once, and others are told', async () => {
    const deviceName = await givenDevice();
    const assistant = await givenAssistant(managerId, 'Sara');
    expect(await sees(assistant)).toEqual([]);
    const made = await assignments.create(manager, { deviceName, assistantId: assistant.id });
    const assistants = [{ assistantId: assistant.id, assistantName: 'Sara', id: expect.any(String) }];
    expect(made).toEqual({
      deviceName,
      deviceAlias: 'Cold store 7',
      managerId,
      managerName: 'Zoe',
      assistants,
    });
    expect(await sees(assistant)).toEqual([deviceName]);
    await until(() => told(deviceName)?.assistantIds.join() === assistant.id);
    expect(await assignments.ofDevice(manager, deviceName)).toEqual({ assistants });
    expect(service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds).toEqual([assistant.id]);

    await assignments.remove(manager, made.assistants[0]!.id);
    expect(await sees(assistant)).toEqual([]);
    expect(service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds).toEqual([]);
    expect(await assignments.ofDevice(manager, deviceName)).toEqual({ assistants: [] });
    await until(() => told(deviceName)?.assistantIds.length === 0);
  });

  it('is shown on open pages, and its end to the assistant whose it was', async () => {
    const nats = await connectNats(servers().natsUrl, 'spec');
    const seen: LiveDevice[] = [];
    nats.subscribe(LIVE_SUBJECTS.devices, {
      callback: (_error, update) => void seen.push(update.json<LiveDevice>()),
    });
    await nats.flush();
    await until(() => {
      nats.publish(LIVE_SUBJECTS.interest);
      return service.get(Live).isLookedAt;
    });
    const deviceName = await givenDevice();
    const { id: assistantId } = await givenAssistant();
    const { assistants } = await assignments.create(manager, { deviceName, assistantId });
    await assignments.remove(manager, assistants[0]!.id);
    const of = () => seen.filter((update) => update.deviceName === deviceName);
    await until(() => of().length === 4);
    expect(of().map(({ change, audience }) => [change, audience])).toEqual([
      ['created', { managerId, assistantIds: [] }],
      ['updated', { managerId, assistantIds: [assistantId] }],
      ['deleted', { managerId: '', assistantIds: [assistantId] }],
      ['updated', { managerId, assistantIds: [] }],
    ]);
    await nats.close();
  });

  it('is made with an assistant of whom the fact is still on its way', async () => {
    const deviceName = await givenDevice();
    const id = randomUUID();
    people.set(id, aUser({ id, userRole: 'assistant', managerId }));
    await expect(assignments.create(manager, { deviceName, assistantId: id })).resolves.toMatchObject({
      assistants: [{ assistantId: id }],
    });
  });

  it("is refused with whoever is no assistant of the device's manager", async () => {
    const deviceName = await givenDevice();
    const foreign = await givenAssistant(otherId);
    for (const assistantId of [foreign.id, managerId]) {
      for (const by of [manager, admin]) {
        await expect(assignments.create(by, { deviceName, assistantId })).rejects.toMatchObject(
          refusal('invalid', 'assistantId'),
        );
      }
    }
    expect((await assignments.ofDevice(admin, deviceName)).assistants).toEqual([]);
  });

  it('is made once', async () => {
    const deviceName = await givenDevice();
    const { id: assistantId } = await givenAssistant();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => assignments.create(manager, { deviceName, assistantId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal('conflict'),
    });
    expect((await assignments.ofDevice(manager, deviceName)).assistants).toHaveLength(1);
  });

  it("of another manager's device is answered as one that does not exist", async () => {
    const deviceName = await givenDevice();
    const { id: assistantId } = await givenAssistant();
    const { assistants } = await assignments.create(manager, { deviceName, assistantId });
    const failuresOf = (name: string, id: string) =>
      Promise.all(
        [
          assignments.create(other, { deviceName: name, assistantId }),
          assignments.ofDevice(other, name),
          assignments.remove(other, id),
        ].map((call) => call.then(() => null).catch((error: { failure: unknown }) => error.failure)),
      );
    const foreign = await failuresOf(deviceName, assistants[0]!.id);
    expect(foreign).toEqual(await failuresOf('no-such-device', `no-such-device.${assistantId}`));
    expect(foreign).toEqual(Array(3).fill(expect.objectContaining({ kind: 'not-found' })));
    const text = JSON.stringify(await assignments.list(other, page()));
    expect(text).not.toContain(deviceName);
  });

  it.each(['x', '', 'a.b.c', '.'])('of the id %j is not there', async (id) => {
    await expect(assignments.remove(manager, id)).rejects.toMatchObject({ code: 'AssignmentNotFound' });
  });

  it('is nothing for assistants to make, see or end', async () => {
    const deviceName = await givenDevice();
    const assistant = await givenAssistant();
    const { assistants } = await assignments.create(manager, { deviceName, assistantId: assistant.id });
    for (const call of [
      assignments.create(assistant, { deviceName, assistantId: assistant.id }),
      assignments.list(assistant, page()),
      assignments.ofDevice(assistant, deviceName),
      assignments.remove(assistant, assistants[0]!.id),
    ]) {
      await expect(call).rejects.toMatchObject(refusal('forbidden'));
    }
  });
});

describe('the list of assignments', () => {
  it('has the devices that have assistants, in pages, sorted and searched', async () => {
    const { id: assistantId } = await givenAssistant();
    const names = [];
    for (let made = 0; made < 3; made++) names.push(await givenDevice());
    await givenDevice();
    for (const deviceName of names) await assignments.create(manager, { deviceName, assistantId });
    const of = async (query: object, by = manager) => {
      const { assignedManagers, pagination } = await assignments.list(by, page({ ...query }));
      return { names: assignedManagers.map(({ deviceName }) => deviceName), ...pagination };
    };
    expect(await of({})).toEqual({ names: names.toReversed(), totalCount: 3 });
    expect(await of({ limit: 1, offset: 1 }, admin)).toEqual({ names: [names[1]], totalCount: 3 });
    expect((await of({ sort: 'deviceName' })).names).toEqual(names.toSorted());
    expect((await of({ sort: 'managerName', order: 'DESC' }, admin)).totalCount).toBe(3);
    expect(await of({ q: names[0]! })).toEqual({ names: [names[0]], totalCount: 1 });
    const explained = await service.database.db
      .collection('devices')
      .find({ 'assistantIds.0': { $exists: true } })
      .sort({ createdAt: -1, _id: -1 })
      .explain();
    expect(JSON.stringify(explained.queryPlanner.winningPlan)).toMatch(/IXSCAN.*"indexName":"assigned"/);
  });
});

describe('an assistant', () => {
  const assigned = async () => {
    const deviceName = await givenDevice();
    const [leaving, staying] = [await givenAssistant(), await givenAssistant()];
    for (const { id } of [leaving, staying]) {
      await assignments.create(manager, { deviceName, assistantId: id });
    }
    return { deviceName, leaving, staying };
  };

  it.each([
    ['is deleted', () => null],
    ['gets another manager', (state: UserState) => ({ ...state, managerId: otherId })],
  ])('who %s loses the devices of the former manager, alone', async (_what, next) => {
    const { deviceName, leaving, staying } = await assigned();
    await tell(leaving.id, next(people.get(leaving.id)!));
    await until(async () => (await sees(leaving)).length === 0);
    expect(await sees(staying)).toEqual([deviceName]);
    await until(
      () => service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds.join() === staying.id,
    );
  });

  it('who is deleted in the very moment in which they are assigned loses the device too', async () => {
    const assistant = await givenAssistant();
    const [known, deviceName] = [await givenDevice(), await givenDevice()];
    await assignments.create(manager, { deviceName: known, assistantId: assistant.id });
    meanwhile.set(assistant.id, async () => {
      await tell(assistant.id, null);
      // What follows from the fact is through with that, and met nothing of the assignment under way.
      await until(async () => (await sees(assistant)).length === 0);
    });
    await assignments.create(manager, { deviceName, assistantId: assistant.id });
    await until(async () => (await sees(assistant)).length === 0);
    expect((await assignments.ofDevice(manager, deviceName)).assistants).toEqual([]);
  });

  it('who changes otherwise keeps them', async () => {
    const { leaving, staying, deviceName } = await assigned();
    await tell(leaving.id, { ...people.get(leaving.id)!, name: 'Another name' });
    await tell(staying.id, null);
    await until(async () => (await sees(staying)).length === 0);
    expect(await sees(leaving)).toEqual([deviceName]);
  });

  it('whose manager loses the device does not see it any more', async () => {
    const { deviceName, leaving } = await assigned();
    await devices.bulkUpdate(admin, { deviceId: [deviceName], managerId: otherId });
    expect(await sees(leaving)).toEqual([]);
  });
});
