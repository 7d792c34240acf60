import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { DeviceChange } from '@telemon/contracts/devices/devices';
import { until } from '@telemon/testing/waiting';
import { admin } from '../../testing/actors.ts';
import { GivenAssignments, manager, managerId, other, otherId } from '../../testing/given-assignments.ts';
import { AssignmentsService } from '../assignments/assignments.service.ts';
import { DeviceLosses } from './device-losses.ts';
import { DevicesService } from './devices.service.ts';

let given: GivenAssignments;
let losses: DeviceLosses;
let devices: DevicesService;
let assignments: AssignmentsService;

beforeAll(async () => {
  given = await GivenAssignments.start();
  losses = given.service.get(DeviceLosses);
  devices = given.service.get(DevicesService);
  assignments = given.service.get(AssignmentsService);
});
afterEach(() => given.removeDevices());
afterAll(() => given.stop());

const markOf = async (actor: Actor, deviceName: string | null = null) =>
  (await losses.since(actor, { deviceName, mark: null })).mark;
/** Marks, makes a change, and returns whether the actor has lost a device by it. */
const losesBy = async (actor: Actor, change: () => Promise<unknown>, deviceName: string | null = null) => {
  const mark = await markOf(actor, deviceName);
  await change();
  return (await losses.since(actor, { deviceName, mark })).hasLost;
};
const assign = async (deviceName: string) => {
  const assistant = await given.assistant();
  const { assistants } = await assignments.create(manager, { deviceName, assistantId: assistant.id });
  return { assistant, id: assistants.find(({ assistantId }) => assistantId === assistant.id)!.id };
};
const moveTo = (deviceId: string[], to: string) => devices.bulkUpdate(admin, { deviceId, managerId: to });

describe('a device is lost', () => {
  it('by its former manager and their assistants when it gets another manager, not by the new one', async () => {
    const deviceName = await given.device();
    const { assistant } = await assign(deviceName);
    const marks = await Promise.all([manager, assistant, other].map((actor) => markOf(actor)));
    await moveTo([deviceName], otherId);
    const hasLost = [manager, assistant, other].map(
      async (actor, place) => (await losses.since(actor, { deviceName: null, mark: marks[place]! })).hasLost,
    );
    expect(await Promise.all(hasLost)).toEqual([true, true, false]);
  });

  it('by the assistant from whom it is taken alone', async () => {
    const deviceName = await given.device();
    const [one, another] = [await assign(deviceName), await assign(deviceName)];
    const mark = await markOf(another.assistant);
    expect(await losesBy(one.assistant, () => assignments.remove(manager, one.id))).toBe(true);
    expect((await losses.since(another.assistant, { deviceName: null, mark })).hasLost).toBe(false);
  });

  it('by an assistant who gets another manager', async () => {
    const { assistant } = await assign(await given.device());
    const mark = await markOf(assistant);
    await given.tell(assistant.id, { ...given.people.get(assistant.id)!, managerId: otherId });
    await until(async () => (await losses.since(assistant, { deviceName: null, mark })).hasLost);
  });

  it('also where it comes back before anybody looks, and only once', async () => {
    const deviceName = await given.device();
    const away = async () => {
      await moveTo([deviceName], otherId);
      await moveTo([deviceName], managerId);
    };
    expect(await losesBy(manager, away)).toBe(true);
    expect(await losesBy(manager, async () => undefined)).toBe(false);
  });

  it('with many others at the cost of a row for each user', async () => {
    const names: string[] = [];
    for (let count = 0; count < 5; count++) names.push(await given.device());
    await moveTo(names, otherId);
    const rows = given.service.database.db.collection<{ _id: string; forgetAt: Date }>('device_losses');
    expect(await rows.countDocuments({ _id: managerId })).toBe(1);
    expect(await rows.indexes()).toContainEqual(
      expect.objectContaining({ key: { forgetAt: 1 }, expireAfterSeconds: 0 }),
    );
  });
});

describe('no device is lost', () => {
  it.each<[string, (deviceName: string) => Promise<unknown>]>([
    ['by a change of its settings', (name) => devices.update(manager, name, DeviceChange.parse({ lat: 3 }))],
    ['by its deletion', (name) => devices.remove(manager, name)],
    ['by another device', () => given.device()],
    ['by an assignment', (name) => assign(name)],
  ])('%s', async (_why, change) => {
    const deviceName = await given.device();
    expect(await losesBy(manager, () => change(deviceName))).toBe(false);
    expect(await losesBy(manager, async () => undefined, deviceName)).toBe(false);
  });

  it('by an admin', async () => {
    const deviceName = await given.device();
    expect(await losesBy(admin, () => moveTo([deviceName], otherId))).toBe(false);
  });

  it('to a change that is taken back', async () => {
    const deviceName = await given.device();
    const change = () => moveTo([deviceName, 'none-such'], otherId).catch(() => undefined);
    expect(await losesBy(manager, change)).toBe(false);
  });
});

describe('the losses of one device', () => {
  it('do not include the loss of another device', async () => {
    const [deviceName, another] = [await given.device(), await given.device()];
    expect(await losesBy(manager, () => moveTo([another], otherId), deviceName)).toBe(false);
    expect(await losesBy(manager, () => moveTo([deviceName], otherId), deviceName)).toBe(true);
  });

  it('do not include its deletion, also where another manager has a device of the same name since', async () => {
    const deviceName = await given.device();
    const rename = async () => {
      const former = await given.device(otherId);
      const rows = given.service.database.db.collection<{ _id: string }>('devices');
      await devices.remove(manager, deviceName);
      const { _id, ...fields } = (await rows.findOne({ _id: former }))!;
      await rows.insertOne({ ...fields, _id: deviceName });
    };
    expect(await losesBy(manager, rename, deviceName)).toBe(false);
  });

  it('are the same for a foreign device as for a missing one', async () => {
    const foreign = await given.device(otherId);
    for (const deviceName of [foreign, 'none-such'])
      expect(await losses.since(manager, { deviceName, mark: '' })).toEqual({ mark: '', hasLost: false });
  });
});
