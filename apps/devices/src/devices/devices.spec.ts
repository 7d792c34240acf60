import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import {
  type Device,
  DeviceChange,
  NewDevice,
  devices as deviceCalls,
} from '@telemon/contracts/devices/devices';
import { type Fact, DeviceState } from '@telemon/contracts/facts';
import type { LiveDevice } from '@telemon/contracts/live';
import { LOGIN_ENDED_SUBJECT, type LoginEnded } from '@telemon/contracts/mqtt';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import type { Question, Reply } from '@telemon/platform/messaging/answers';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { createHash } from 'node:crypto';
import { anActor, GivenDevices, refusal } from '../../testing/given-devices.ts';
import { LatestService } from '../latest/latest.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DevicesHandler } from './devices.handler.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';
import { MARKED_FOR_MS } from './rate-marks.ts';
import { UntoldKeys } from './untold-keys.ts';

const admin = anActor('a1', 'admin', null);
const manager = anActor('m1', 'manager');
const other = anActor('m2', 'manager');
const assistant = anActor('s1', 'assistant', 'm1');

const ALL_BUT_TIMEOUTS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

let service: GivenDevices;
let devices: DevicesService;
let sensorTypes: SensorTypesService;
const sensors: Record<string, string[]> = {};

beforeAll(async () => {
  service = await GivenDevices.prepare(DevicesModule);
  devices = service.get(DevicesService);
  sensorTypes = service.get(SensorTypesService);
  await service.know(
    aUser({ id: 'm1', name: 'Zoe', companyName: 'Alpha Cold' }),
    aUser({ id: 'm2', name: 'Adam', companyName: 'Beta Tanks', locationName: 'Oslo' }),
    aUser({ id: 's1', userRole: 'assistant', managerId: 'm1' }),
  );
  for (const { id } of [manager, other]) {
    const made = [];
    for (const sensorName of ['Temperature', 'Humidity', 'Pressure', 'Level']) {
      made.push(await sensorTypes.create(admin, NewSensorType.parse({ sensorName, userId: id })));
    }
    sensors[id] = made.map((each) => each.id);
  }
});

afterAll(() => service.stop());

const request = (changes: Record<string, unknown> = {}) =>
  NewDevice.parse({
    deviceName: uniqueName('dev'),
    deviceAlias: 'Cold store 7',
    managerId: 'm1',
    template: 'Multiple',
    sensorId1: sensors[changes.managerId === 'm2' ? 'm2' : 'm1']![0],
    locationMode: 'Gps',
    lat: 45.76,
    lng: 4.84,
    ...changes,
  });
const make = async (changes: Record<string, unknown> = {}) =>
  (await devices.create(admin, request(changes))).deviceData;
const change = (values: Record<string, unknown>) => DeviceChange.parse(values);
const page = (values: Record<string, unknown> = {}) => deviceCalls.list.request.parse(values);
const assign = (deviceName: string, ...assistantIds: string[]) =>
  service.database.db
    .collection<{ _id: string }>('devices')
    .updateOne({ _id: deviceName }, { $set: { assistantIds } });
const told = async (deviceName: string) => {
  const rows = await service.database.db
    .collection<{ fact: Fact }>('fact_outbox')
    .find({ 'fact.key': deviceName })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ fact }) => fact);
};

describe('a new device', () => {
  it('has a login whose password is told once and kept as a hash, and others are told of it', async () => {
    const { deviceData, mqtt } = await devices.create(admin, request({ sensorId3: sensors.m1![2] }));
    expect(mqtt.username).toBe(deviceData.deviceName);
    expect(Buffer.from(mqtt.password, 'base64url')).toHaveLength(16);
    const passwordSha256 = createHash('sha256').update(mqtt.password).digest('hex');
    expect((await devices.login(deviceData.deviceName)).login).toMatchObject({ passwordSha256 });
    const [fact] = await told(deviceData.deviceName);
    expect(DeviceState.parse(fact!.state)).toMatchObject({
      deviceName: deviceData.deviceName,
      managerId: 'm1',
      sensorNames: ['Temperature', null, 'Pressure', null],
      passwordSha256,
    });
    expect(JSON.stringify([deviceData, await told(deviceData.deviceName)])).not.toContain(mqtt.password);
  });

  it('begins with what nobody said otherwise, and shows its manager', async () => {
    expect(await make()).toMatchObject({
      smsLimit: 10,
      emailLimit: 10,
      limitRefresh: 'Monthly',
      weather: 'disabled',
      deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
      managerName: 'Zoe',
      companyName: 'Alpha Cold',
      sensors: ['Temperature'],
      status: 0,
      lastUpdated: null,
    });
  });

  it('needs a name of its own', async () => {
    const { deviceName } = await make();
    const taken = refusal('conflict', 'deviceName');
    await expect(devices.create(admin, request({ deviceName }))).rejects.toMatchObject(taken);
    const ofOther = request({ deviceName, managerId: 'm2' });
    await expect(devices.create(other, ofOther)).rejects.toMatchObject(taken);
  });

  it('of an admin needs an existing manager', async () => {
    for (const managerId of [null, 's1']) {
      const refused = devices.create(admin, request({ managerId }));
      await expect(refused).rejects.toMatchObject(refusal('invalid', 'managerId'));
    }
  });

  it('of a manager is their own, whatever they write', async () => {
    const { deviceData } = await devices.create(manager, request({ managerId: null }));
    expect(deviceData.managerId).toBe('m1');
    await expect(devices.create(manager, request({ managerId: 'm2' }))).rejects.toMatchObject(
      refusal('forbidden'),
    );
  });

  it('has sensors of its manager alone', async () => {
    const foreign = devices.create(manager, request({ sensorId2: sensors.m2![0] }));
    await expect(foreign).rejects.toMatchObject(refusal('invalid', 'sensorId2'));
    const missing = devices.create(manager, request({ sensorId1: 'nothing' }));
    await expect(missing).rejects.toMatchObject(refusal('invalid', 'sensorId1'));
  });

  it.each(['Single', 'Ultrasonic'])('of template %s has its first sensor alone', async (template) => {
    const [sensorId1, sensorId2, sensorId3, sensorId4] = sensors.m1!;
    const made = await make({ template, sensorId2, sensorId3, sensorId4 });
    expect([made.sensorId1, made.sensorId2, made.sensorId3, made.sensorId4]).toEqual([
      sensorId1,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['smsLimit', 11],
    ['emailLimit', 0],
    ['limitRefresh', 'Daily'],
    ['weather', 'enabled'],
  ])('has %s as an admin says, not as a manager does', async (field, value) => {
    expect(await make({ [field]: value })).toMatchObject({ [field]: value });
    await expect(devices.create(manager, request({ [field]: value }))).rejects.toMatchObject(
      refusal('forbidden', field),
    );
  });

  it('never has a sensor that somebody deletes at the same time', async () => {
    for (let time = 0; time < 5; time++) {
      const sensor = await sensorTypes.create(
        admin,
        NewSensorType.parse({ sensorName: 'Here', userId: 'm1' }),
      );
      const [made, deleted] = await Promise.allSettled([
        devices.create(admin, request({ sensorId1: sensor.id })),
        sensorTypes.remove(admin, sensor.id),
      ]);
      expect([made.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('is made by nobody who only assists', async () => {
    await expect(devices.create(assistant, request())).rejects.toMatchObject(refusal('forbidden'));
  });

  it('is known to the way of readings at once', async () => {
    const { deviceName } = await make();
    expect(service.get(DeviceRegistry).get(deviceName)?.audience).toEqual({
      managerId: 'm1',
      assistantIds: [],
    });
  });
});

describe('a device that an actor may not see', () => {
  it('is answered exactly as one that does not exist', async () => {
    const { deviceName } = await make();
    const calls = (name: string) => [
      () => devices.get(other, name),
      () => devices.get(assistant, name),
      () => devices.update(other, name, change({ deviceAlias: 'Mine now' })),
      () => devices.remove(other, name),
      () => devices.renewLogin(other, name),
      () => devices.sensors(other, name),
    ];
    const [foreign, missing] = await Promise.all(
      [deviceName, 'no-such-device'].map((name) =>
        Promise.all(calls(name).map((call) => call().catch((error: { failure: unknown }) => error.failure))),
      ),
    );
    expect(foreign).toEqual(missing);
    expect(foreign!.every((failure) => (failure as { kind: string }).kind === 'not-found')).toBe(true);
    expect((await devices.get(admin, deviceName)).deviceAlias).toBe('Cold store 7');
  });

  it('stands in no list of theirs', async () => {
    const mine = await make();
    const theirs = await make({ managerId: 'm2' });
    await assign(mine.deviceName, 's1');
    const namesFor = async (who: Actor) => {
      const { devices: rows, pagination } = await devices.list(who, page({ limit: 100 }));
      const { deviceTable } = await devices.all(who);
      expect(pagination.totalCount).toBe(rows.length);
      expect(deviceTable.map(({ deviceName }) => deviceName).sort()).toEqual(
        rows.map(({ deviceName }) => deviceName).sort(),
      );
      return rows.map(({ deviceName }) => deviceName);
    };
    expect(await namesFor(admin)).toEqual(expect.arrayContaining([mine.deviceName, theirs.deviceName]));
    expect(await namesFor(manager)).not.toContain(theirs.deviceName);
    expect(await namesFor(other)).not.toContain(mine.deviceName);
    expect(await namesFor(assistant)).toEqual([mine.deviceName]);
    expect((await devices.get(assistant, mine.deviceName)).deviceName).toBe(mine.deviceName);
  });

  it('is not changed by those who only see it', async () => {
    const { deviceName } = await make();
    await assign(deviceName, 's1');
    for (const refused of [
      devices.update(assistant, deviceName, change({ deviceAlias: 'Mine now' })),
      devices.remove(assistant, deviceName),
      devices.renewLogin(assistant, deviceName),
    ])
      await expect(refused).rejects.toMatchObject(refusal('forbidden'));
  });
});

describe('a changed device', () => {
  it('keeps what was not mentioned, and others are told of it whole', async () => {
    const before = await make({ sensorId2: sensors.m1![1], smsLimit: 20 });
    const after = await devices.update(
      admin,
      before.deviceName,
      change({ deviceAlias: 'Cold store 8', lat: 1 }),
    );
    expect(after).toEqual({ ...before, deviceAlias: 'Cold store 8', lat: 1 });
    const facts = await told(before.deviceName);
    expect(facts.map(({ version }) => version)).toEqual([1, 2]);
    expect(facts[1]!.state).toMatchObject({ deviceAlias: 'Cold store 8', smsLimit: 20 });
  });

  it('keeps what of a tank was not mentioned', async () => {
    const { deviceName } = await make();
    const set = (deviceMetaData: DeviceChange['deviceMetaData']) =>
      devices.update(admin, deviceName, change({ deviceMetaData }));
    await set({ maximumDepth: 50, applicationType: 'Overflow', valueType: 'Average' });
    expect((await set({ maximumDepth: 60 })).deviceMetaData).toEqual({
      maximumDepth: 60,
      applicationType: 'Overflow',
      valueType: 'Average',
    });
  });

  it('of a manager may be sent with what an admin set, unchanged', async () => {
    const { deviceName } = await make({ smsLimit: 500, weather: 'enabled' });
    const unchanged = change({ deviceAlias: 'Cold store 9', smsLimit: 500, weather: true, managerId: 'm1' });
    expect(await devices.update(manager, deviceName, unchanged)).toMatchObject({
      deviceAlias: 'Cold store 9',
      smsLimit: 500,
    });
    await expect(devices.update(manager, deviceName, change({ smsLimit: 501 }))).rejects.toMatchObject(
      refusal('forbidden', 'smsLimit'),
    );
    await expect(devices.update(manager, deviceName, change({ managerId: 'm2' }))).rejects.toMatchObject(
      refusal('forbidden'),
    );
  });

  it('that gets another manager loses its sensors and its assistants', async () => {
    const { deviceName } = await make({ sensorId2: sensors.m1![1] });
    await assign(deviceName, 's1');
    const moved = await devices.update(admin, deviceName, change({ managerId: 'm2' }));
    const none = { sensorId1: null, sensorId2: null, sensorId3: null, sensorId4: null, sensors: [] };
    expect(moved).toMatchObject({ managerId: 'm2', ...none });
    await expect(devices.get(assistant, deviceName)).rejects.toMatchObject(refusal('not-found'));
    expect((await told(deviceName)).at(-1)!.state).toMatchObject({
      managerId: 'm2',
      assistantIds: [],
      sensorNames: [null, null, null, null],
    });
    expect((await devices.sensors(other, deviceName)).sensorList).toEqual([]);
    // Whatever else changes meanwhile, its new manager chooses when they like.
    expect(await devices.update(other, deviceName, change({ deviceAlias: 'Annex 1' }))).toMatchObject(none);
    expect(await devices.update(other, deviceName, change({ sensorId1: sensors.m2![3] }))).toMatchObject({
      sensors: ['Level'],
    });
  });

  it('that gets another manager may get sensors of theirs with it, and no others', async () => {
    const { deviceName } = await make({ sensorId2: sensors.m1![1] });
    const moved = (values: object) =>
      devices.update(admin, deviceName, change({ managerId: 'm2', managerChanged: true, ...values }));
    await expect(moved({ sensorId1: sensors.m1![0] })).rejects.toMatchObject(refusal('invalid', 'sensorId1'));
    expect((await devices.get(manager, deviceName)).sensors).toEqual(['Temperature', 'Humidity']);
    expect(await moved({ sensorId1: sensors.m2![3] })).toMatchObject({
      managerId: 'm2',
      sensors: ['Level'],
      sensorId2: null,
    });
  });

  it('is never without its first sensor because somebody took it away', () => {
    for (const sensorId1 of [null, '']) expect(DeviceChange.safeParse({ sensorId1 }).success).toBe(false);
  });

  it('that becomes single keeps its first sensor alone', async () => {
    const { deviceName } = await make({ sensorId2: sensors.m1![1] });
    expect(await devices.update(admin, deviceName, change({ template: 'Single' }))).toMatchObject({
      sensors: ['Temperature'],
    });
  });

  it('with a new login ends the old one', async () => {
    const { deviceName } = await make();
    const before = (await devices.login(deviceName)).login!;
    const { password } = await devices.renewLogin(manager, deviceName);
    const after = (await devices.login(deviceName)).login!;
    expect(after.passwordSha256).toBe(createHash('sha256').update(password).digest('hex'));
    expect(after.passwordSha256).not.toBe(before.passwordSha256);
    expect(after.deviceKey).toBe(before.deviceKey);
    expect((await told(deviceName)).at(-1)!.state).toMatchObject(after);
  });
});

describe('an open page', () => {
  it('is told what happens to devices, and a former manager that theirs is gone', async () => {
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
    const { deviceName } = await make();
    await devices.update(admin, deviceName, change({ managerId: 'm2', sensorId1: sensors.m2![0] }));
    await service
      .get(FactCopies)
      .of('device-status')
      .apply([{ kind: 'device-status', key: deviceName, version: 1, state: { deviceName, firing: 2 } }]);
    await devices.remove(admin, deviceName);
    const of = () => seen.filter((update) => update.deviceName === deviceName);
    await until(() => of().length === 5);
    expect(of().map(({ change: what, audience, status }) => [what, audience.managerId, status])).toEqual([
      ['created', 'm1', 0],
      ['deleted', 'm1', 0],
      ['updated', 'm2', 0],
      ['status', 'm2', 1],
      ['deleted', 'm2', 1],
    ]);
    await nats.close();
  });
});

describe('a device beyond its rate', () => {
  afterEach(() => void jest.useRealTimers());

  it('is marked from when others tell of it until nothing more is heard', async () => {
    const nats = await connectNats(servers().natsUrl, 'spec');
    const { deviceName, beyondRate } = await make();
    expect(beyondRate).toBe(false);
    const isMarked = async () => (await devices.get(manager, deviceName)).beyondRate;
    const markedAgain = async () => {
      nats.publish(BEYOND_RATE_SUBJECT, JSON.stringify({ deviceName }));
      await nats.flush();
      while (!(await isMarked())) await new Promise(setImmediate);
    };
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_TIMEOUTS] });
    await markedAgain();
    jest.advanceTimersByTime(MARKED_FOR_MS - 1);
    expect(await isMarked()).toBe(true);
    jest.advanceTimersByTime(1);
    expect(await isMarked()).toBe(false);
    await markedAgain();
    await devices.remove(admin, deviceName);
    expect((await make({ deviceName })).beyondRate).toBe(false);
    await nats.close();
  });
});

describe('a bulk edit', () => {
  const bulk = (deviceId: string[], managerId = 'm2', by = admin) =>
    devices.bulkUpdate(by, { deviceId, managerId });

  it('gives devices another manager and clears what was the former one’s; the manager’s own stay as they are', async () => {
    const moved = [await make({ sensorId2: sensors.m1![1] }), await make()];
    const theirs = await make({ managerId: 'm2' });
    await assign(moved[0]!.deviceName, 's1');
    await bulk([...moved, theirs].map(({ deviceName }) => deviceName));
    for (const { deviceName } of moved) {
      expect(await devices.get(other, deviceName)).toMatchObject({ managerId: 'm2', sensors: [], probes: 0 });
      expect((await told(deviceName)).at(-1)!.state).toMatchObject({ managerId: 'm2', assistantIds: [] });
      await expect(devices.get(manager, deviceName)).rejects.toMatchObject(refusal('not-found'));
    }
    expect(await devices.get(other, theirs.deviceName)).toEqual(theirs);
    expect(await told(theirs.deviceName)).toHaveLength(1);
  });

  it('changes all or none', async () => {
    const { deviceName } = await make();
    await expect(bulk([deviceName, 'no-such-device', 'nor-this'])).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message: 'No device was changed: there is no no-such-device, nor-this',
        fields: { 'deviceId.1': expect.any(String), 'deviceId.2': expect.any(String) },
      },
    });
    await expect(bulk([deviceName], 's1')).rejects.toMatchObject(refusal('invalid', 'managerId'));
    expect((await devices.get(manager, deviceName)).managerId).toBe('m1');
    expect(await told(deviceName)).toHaveLength(1);
  });

  it('takes a name once, however often it is written', async () => {
    const { deviceName } = await make();
    await bulk([deviceName, deviceName]);
    expect(await told(deviceName)).toHaveLength(2);
  });

  it('is for admins alone', async () => {
    const { deviceName } = await make();
    for (const by of [manager, assistant])
      await expect(bulk([deviceName], 'm1', by)).rejects.toMatchObject(refusal('forbidden'));
  });

  it('needs a device and a manager', () => {
    const fieldsOf = (asked: object) => {
      const result = deviceCalls.bulkUpdate.request.safeParse(asked);
      return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
    };
    expect(fieldsOf({ deviceId: [], managerId: '' })).toEqual(['deviceId', 'managerId']);
    expect(fieldsOf({ deviceId: Array(1_001).fill('dev'), managerId: 'm1' })).toEqual(['deviceId']);
  });
});

describe('a removed device', () => {
  it('is gone for everyone, and its name may be used again', async () => {
    const { deviceName } = await make();
    await devices.remove(manager, deviceName);
    await expect(devices.get(admin, deviceName)).rejects.toMatchObject(refusal('not-found'));
    expect((await devices.login(deviceName)).login).toBeNull();
    expect(service.get(DeviceRegistry).get(deviceName)).toBeUndefined();
    expect((await told(deviceName)).at(-1)).toMatchObject({ state: null, version: 2 });
    await make({ deviceName });
    expect((await told(deviceName)).at(-1)).toMatchObject({ version: 3 });
  });
});

describe('a list of devices', () => {
  const prefix = 'zz';
  const names = async (query: Record<string, unknown>, who = admin) =>
    (await devices.list(who, page({ limit: 100, ...query }))).devices
      .map(({ deviceName }) => deviceName)
      .filter((name) => name.startsWith(prefix));

  beforeAll(async () => {
    await make({ deviceName: `${prefix}-b`, deviceAlias: 'Tank (north)' });
    await make({ deviceName: `${prefix}-a`, deviceAlias: 'Silo .*', managerId: 'm2' });
    await make({ deviceName: `${prefix}-c`, deviceAlias: 'Annex' });
  });

  it('is newest first, or in the order asked for', async () => {
    expect(await names({})).toEqual(['zz-c', 'zz-a', 'zz-b']);
    expect(await names({ sort: 'deviceName', order: 'asc' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
    expect(await names({ sort: 'deviceAlias', order: 'DESC' })).toEqual(['zz-b', 'zz-a', 'zz-c']);
    expect(await names({ sort: 'managerName' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
    expect(await names({ sort: 'companyName', order: 'DESC' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
  });

  it('comes in pages with the count of all', async () => {
    const all = (await devices.list(admin, page({ limit: 100 }))).devices;
    const second = await devices.list(admin, page({ limit: '2', offset: '2' }));
    expect(second.devices).toEqual(all.slice(2, 4));
    expect(second.pagination.totalCount).toBe(all.length);
  });

  it('is searched by name, alias, manager and company, each sign as it is', async () => {
    expect(await names({ q: 'ZZ-B' })).toEqual(['zz-b']);
    expect(await names({ q: '(north)' })).toEqual(['zz-b']);
    expect(await names({ q: '.*' })).toEqual(['zz-a']);
    expect(await names({ q: 'beta tanks' })).toEqual(['zz-a']);
    expect(await names({ q: '(a+)+$' })).toEqual([]);
    // A manager's search tells nothing of other companies.
    expect(await names({ q: 'tanks' }, manager)).toEqual([]);
  });

  it('tells when something last came of each, whether its readings arrive here or elsewhere', async () => {
    const [here, elsewhere, silent] = [await make(), await make(), await make()] as const;
    const latest = service.get(LatestService);
    const arrives = async ({ deviceName }: Device, lastUpdated: number) => {
      const { key } = service.get(DeviceRegistry).get(deviceName)!;
      await latest.hold([key]);
      latest.of(key).lastUpdated = lastUpdated;
      return latest.of(key);
    };
    latest.hasChanged(await arrives(here, 1_000));
    latest.hasChanged(await arrives(elsewhere, 2_000));
    await latest.save();
    latest.forget();
    // Ahead of what is stored.
    await arrives(here, 3_000);

    const { devices: rows } = await devices.list(admin, page({ limit: 3 }));
    expect(rows.map(({ deviceName, lastUpdated }) => [deviceName, lastUpdated])).toEqual([
      [silent.deviceName, null],
      [elsewhere.deviceName, new Date(2_000).toISOString()],
      [here.deviceName, new Date(3_000).toISOString()],
    ]);
  });

  it('is found by an index, whoever asks', async () => {
    const collection = service.database.db.collection('devices');
    const queries = [
      collection.find({}).sort({ createdAt: -1, _id: -1 }),
      collection.find({}).sort({ _id: 1 }),
      collection.find({}).sort({ deviceAlias: 1, _id: 1 }),
      collection.find({ managerId: 'm1' }).sort({ createdAt: -1, _id: -1 }),
      collection.find({ assistantIds: 's1' }).sort({ createdAt: -1, _id: -1 }),
      collection.find({ sensorIds: sensors.m1![0]! }),
    ];
    for (const query of queries) {
      const plan = JSON.stringify((await query.explain()).queryPlanner.winningPlan);
      expect(plan).toMatch(/IXSCAN/);
      expect(plan).not.toMatch(/COLLSCAN/);
    }
  });
});

describe("a device's sensors", () => {
  it('are told by channel', async () => {
    const { deviceName } = await make({ sensorId3: sensors.m1![2] });
    expect(await devices.sensors(manager, deviceName)).toEqual({
      sensorList: [
        { seqId: 1, sensorData: { id: sensors.m1![0], sensorName: 'Temperature' } },
        { seqId: 3, sensorData: { id: sensors.m1![2], sensorName: 'Pressure' } },
      ],
    });
  });
});

describe('the password look-up', () => {
  it('answers the services themselves, and no person', async () => {
    const { mqtt } = await devices.create(admin, request());
    const handler = service.get(DevicesHandler);
    const ask = handler.lookUp.bind(handler) as unknown as (question: Question) => Promise<Reply>;
    const lookUp = (who: Actor) =>
      ask({
        actor: who,
        request: { deviceName: mqtt.username },
        requestId: 'r1',
        answerBy: Date.now() + 1_000,
      });
    const passwordSha256 = createHash('sha256').update(mqtt.password).digest('hex');
    expect(await lookUp(SYSTEM)).toEqual({
      answer: { version: 1, login: { deviceKey: expect.any(Number), passwordSha256 } },
    });
    expect(await lookUp(admin)).toMatchObject(refusal('forbidden'));
  });
});

describe('a device that an earlier Telemon told of without its key', () => {
  it('is told of once more, and others are not', async () => {
    const [before, since] = [await make(), await make()];
    const stateOf = async ({ deviceName }: Device) => (await told(deviceName)).at(-1)!.state as DeviceState;
    const { deviceKey, ...withoutKey } = await stateOf(before);
    await service
      .get(FactCopies)
      .of('device')
      .apply(
        [withoutKey, await stateOf(since)].map((state) => ({
          kind: 'device',
          key: state.deviceName,
          version: 1,
          state,
        })),
      );
    await service.get(UntoldKeys).tell();
    expect(await told(before.deviceName)).toMatchObject([
      { version: 1 },
      { version: 2, state: { ...withoutKey, deviceKey } },
    ]);
    expect(await told(since.deviceName)).toHaveLength(1);
  });
});

describe('a login that ends', () => {
  it('is told of at once, beside the fact', async () => {
    const nats = await connectNats(servers().natsUrl, 'devices-spec');
    const ended: LoginEnded[] = [];
    nats.subscribe(LOGIN_ENDED_SUBJECT, {
      callback: (_error, message) => void ended.push(message.json<LoginEnded>()),
    });
    await nats.flush();
    const { deviceName } = await make();
    await devices.update(admin, deviceName, change({ deviceAlias: 'Cold store 8' }));
    await devices.renewLogin(manager, deviceName);
    await devices.remove(manager, deviceName);
    await until(() => ended.length === 2);
    // The alias came in between.
    expect(ended).toEqual([
      { deviceName, version: 3 },
      { deviceName, version: 4 },
    ]);
    await nats.close();
  });
});
