import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { assignments as calls } from '@telemon/contracts/devices/assignments';
import type { UserState } from '@telemon/contracts/facts';
import { aUser } from '@telemon/testing/builders';
import { Mongo } from '@telemon/platform/mongo';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { followLiveDevices } from '../../testing/follow-live-devices.ts';
import { admin } from '../../testing/actors.ts';
import { GivenAssignments, manager, managerId, other, otherId } from '../../testing/given-assignments.ts';
import { refusal } from '../../testing/given-devices.ts';
import { DeviceRegistry } from '../devices/device-registry.ts';
import { DevicesRepository } from '../devices/devices.repository.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { AssignmentsService } from './assignments.service.ts';

let given: GivenAssignments;
let assignments: AssignmentsService;

beforeAll(async () => {
  given = await GivenAssignments.start();
  assignments = given.service.get(AssignmentsService);
});
afterEach(() => given.removeDevices());
afterAll(() => given.stop());

const page = (values: Record<string, unknown> = {}) => calls.list.request.parse(values);

describe('an assignment', () => {
  it('shows the device to the assistant at once, and is in the fact about the device', async () => {
    const deviceName = await given.device();
    const assistant = await given.assistant(managerId, 'Sara');
    expect(await given.seenBy(assistant)).toEqual([]);
    const made = await assignments.create(manager, { deviceName, assistantId: assistant.id });
    const assistants = [{ assistantId: assistant.id, assistantName: 'Sara', id: expect.any(String) }];
    expect(made).toEqual({
      deviceName,
      deviceAlias: 'Cold store 7',
      managerId,
      managerName: 'Zoe',
      assistants,
    });
    expect(await given.seenBy(assistant)).toEqual([deviceName]);
    await until(() => given.newestState(deviceName)?.assistantIds.join() === assistant.id);
    expect(await assignments.ofDevice(manager, deviceName)).toEqual({ assistants });
    expect(given.service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds).toEqual([assistant.id]);

    await assignments.remove(manager, made.assistants[0]!.id);
    expect(await given.seenBy(assistant)).toEqual([]);
    expect(given.service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds).toEqual([]);
    expect(await assignments.ofDevice(manager, deviceName)).toEqual({ assistants: [] });
    await until(() => given.newestState(deviceName)?.assistantIds.length === 0);
  });

  it('is on the live stream, and its end is a deletion for the assistant', async () => {
    const live = await followLiveDevices(given.service);
    const deviceName = await given.device();
    const { id: assistantId } = await given.assistant();
    const { assistants } = await assignments.create(manager, { deviceName, assistantId });
    await assignments.remove(manager, assistants[0]!.id);
    const of = () => live.of(deviceName);
    await until(() => of().length === 4);
    expect(of().map(({ change, audience }) => [change, audience])).toEqual([
      ['created', { managerId, assistantIds: [] }],
      ['updated', { managerId, assistantIds: [assistantId] }],
      ['deleted', { managerId: '', assistantIds: [assistantId] }],
      ['updated', { managerId, assistantIds: [] }],
    ]);
    await live.stop();
  });

  it('can be made with an assistant whose fact has not arrived yet', async () => {
    const deviceName = await given.device();
    const id = randomUUID();
    given.people.set(id, aUser({ id, userRole: 'assistant', managerId }));
    await expect(assignments.create(manager, { deviceName, assistantId: id })).resolves.toMatchObject({
      assistants: [{ assistantId: id }],
    });
  });

  it("is rejected with a user who is not an assistant of the device's manager", async () => {
    const deviceName = await given.device();
    const foreign = await given.assistant(otherId);
    for (const assistantId of [foreign.id, managerId]) {
      for (const by of [manager, admin]) {
        await expect(assignments.create(by, { deviceName, assistantId })).rejects.toMatchObject(
          refusal('invalid', 'assistantId'),
        );
      }
    }
    expect((await assignments.ofDevice(admin, deviceName)).assistants).toEqual([]);
  });

  it('is made once by equal requests at the same time', async () => {
    const deviceName = await given.device();
    const { id: assistantId } = await given.assistant();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => assignments.create(manager, { deviceName, assistantId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal('conflict'),
    });
    expect((await assignments.ofDevice(manager, deviceName)).assistants).toHaveLength(1);
  });

  it('gives another manager the same answers as one that does not exist', async () => {
    const deviceName = await given.device();
    const { id: assistantId } = await given.assistant();
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

  it.each(['x', '', 'a.b.c', '.'])('with the id %j is not found', async (id) => {
    await expect(assignments.remove(manager, id)).rejects.toMatchObject({ code: 'AssignmentNotFound' });
  });

  it('cannot be made, listed or removed by an assistant', async () => {
    const deviceName = await given.device();
    const assistant = await given.assistant();
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
  it('has the devices with assistants, in pages, sorted and searched', async () => {
    const { id: assistantId } = await given.assistant();
    const names = [];
    for (let made = 0; made < 3; made++) names.push(await given.device());
    await given.device();
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
    const explained = await given.service.database.db
      .collection('devices')
      .find({ 'assistantIds.0': { $exists: true } })
      .sort({ createdAt: -1, _id: -1 })
      .explain();
    expect(JSON.stringify(explained.queryPlanner.winningPlan)).toMatch(/IXSCAN.*"indexName":"assigned"/);
  });
});

describe('an assistant', () => {
  const assigned = async () => {
    const deviceName = await given.device();
    const [leaving, staying] = [await given.assistant(), await given.assistant()];
    for (const { id } of [leaving, staying]) {
      await assignments.create(manager, { deviceName, assistantId: id });
    }
    return { deviceName, leaving, staying };
  };

  it.each([
    ['is deleted', () => null],
    ['gets another manager', (state: UserState) => ({ ...state, managerId: otherId })],
  ])("who %s loses the former manager's devices, and other assistants keep them", async (_, next) => {
    const { deviceName, leaving, staying } = await assigned();
    await given.tell(leaving.id, next(given.people.get(leaving.id)!));
    await until(async () => (await given.seenBy(leaving)).length === 0);
    expect(await given.seenBy(staying)).toEqual([deviceName]);
    await until(
      () => given.service.get(DeviceRegistry).get(deviceName)?.audience.assistantIds.join() === staying.id,
    );
  });

  it('who is deleted loses a large fleet in transactions of bounded size', async () => {
    const { deviceName, leaving } = await assigned();
    const stored = given.service.get(Mongo).db.collection<{ _id: string; key: number }>('devices');
    const { _id, ...device } = (await stored.findOne({ _id: deviceName }))!;
    const copyOf = (index: number) => ({ ...device, _id: `${index}${_id}`, key: -1 - index });
    await stored.insertMany(Array.from({ length: 450 }, (_, index) => copyOf(index)));
    const replace = jest.spyOn(given.service.get(DevicesRepository), 'replace');
    await given.tell(leaving.id, null);
    await until(async () => (await stored.countDocuments({ assistantIds: leaving.id })) === 0);
    expect(Math.max(...replace.mock.calls.map(([devices]) => devices.length))).toBeLessThanOrEqual(200);
    replace.mockRestore();
    await stored.deleteMany({ key: { $lt: 0 } });
  });

  it('who is deleted while an assignment is made loses the device', async () => {
    const assistant = await given.assistant();
    const [known, deviceName] = [await given.device(), await given.device()];
    await assignments.create(manager, { deviceName: known, assistantId: assistant.id });
    given.beforeAnswer.set(assistant.id, async () => {
      await given.tell(assistant.id, null);
      // By now the deletion has been handled. It did not find the assignment, which is not stored yet.
      await until(async () => (await given.seenBy(assistant)).length === 0);
    });
    await assignments.create(manager, { deviceName, assistantId: assistant.id });
    await until(async () => (await given.seenBy(assistant)).length === 0);
    expect((await assignments.ofDevice(manager, deviceName)).assistants).toEqual([]);
  });

  it('keeps the devices after other changes', async () => {
    const { leaving, staying, deviceName } = await assigned();
    await given.tell(leaving.id, { ...given.people.get(leaving.id)!, name: 'Another name' });
    await given.tell(staying.id, null);
    await until(async () => (await given.seenBy(staying)).length === 0);
    expect(await given.seenBy(leaving)).toEqual([deviceName]);
  });

  it('loses a device that gets another manager', async () => {
    const { deviceName, leaving } = await assigned();
    await given.service.get(DevicesService).bulkUpdate(admin, { deviceId: [deviceName], managerId: otherId });
    expect(await given.seenBy(leaving)).toEqual([]);
  });
});
