import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DeviceChange, devices as deviceCalls } from '@telemon/contracts/devices/devices';
import { LOGIN_ENDED_SUBJECT, type LoginEnded } from '@telemon/contracts/mqtt-bridge/mqtt';
import { Mongo } from '@telemon/platform/mongo';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { ClientSession } from 'mongodb';
import { createHash } from 'node:crypto';
import { followLiveDevices } from '../../testing/follow-live-devices.ts';
import { refusal } from '../../testing/given-devices.ts';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { tellStatus } from '../../testing/tell-status.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';

let fleet: GivenFleet;
let devices: DevicesService;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(DevicesModule);
  devices = fleet.service.get(DevicesService);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fleet.stop());

const change = (values: Record<string, unknown>) => DeviceChange.parse(values);

describe('a changed device', () => {
  it('keeps the fields that the request leaves out, and sends a fact with all of them', async () => {
    const before = await fleet.make({ sensorId2: fleet.sensors.m1![1], smsLimit: 20 });
    const after = await devices.update(
      admin,
      before.deviceName,
      change({ deviceAlias: 'Cold store 8', lat: 1 }),
    );
    expect(after).toEqual({ ...before, deviceAlias: 'Cold store 8', lat: 1 });
    const facts = await fleet.factsOf(before.deviceName);
    expect(facts.map(({ version }) => version)).toEqual([1, 2]);
    expect(facts[1]!.state).toMatchObject({ deviceAlias: 'Cold store 8', smsLimit: 20 });
  });

  it('keeps the values of a tank that the request leaves out', async () => {
    const { deviceName } = await fleet.make();
    const set = (deviceMetaData: DeviceChange['deviceMetaData']) =>
      devices.update(admin, deviceName, change({ deviceMetaData }));
    await set({ maximumDepth: 50, applicationType: 'Overflow', valueType: 'Average' });
    expect((await set({ maximumDepth: 60 })).deviceMetaData).toEqual({
      maximumDepth: 60,
      applicationType: 'Overflow',
      valueType: 'Average',
    });
  });

  it('by a manager may repeat the values that an admin set, unchanged', async () => {
    const { deviceName } = await fleet.make({ smsLimit: 500, weather: 'enabled' });
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

  it('loses its sensors and assistants with a new manager', async () => {
    const { deviceName } = await fleet.make({ sensorId2: fleet.sensors.m1![1] });
    await fleet.assign(deviceName, 's1');
    const moved = await devices.update(admin, deviceName, change({ managerId: 'm2' }));
    const none = { sensorId1: null, sensorId2: null, sensorId3: null, sensorId4: null, sensors: [] };
    expect(moved).toMatchObject({ managerId: 'm2', ...none });
    await expect(devices.get(assistant, deviceName)).rejects.toMatchObject(refusal('not-found'));
    expect((await fleet.factsOf(deviceName)).at(-1)!.state).toMatchObject({
      managerId: 'm2',
      assistantIds: [],
      sensorNames: [null, null, null, null],
    });
    expect((await devices.sensors(other, deviceName)).sensorList).toEqual([]);
    // The new manager may choose sensors later, after other changes.
    expect(await devices.update(other, deviceName, change({ deviceAlias: 'Annex 1' }))).toMatchObject(none);
    expect(
      await devices.update(other, deviceName, change({ sensorId1: fleet.sensors.m2![3] })),
    ).toMatchObject({
      sensors: ['Level'],
    });
  });

  it('may get sensors of its new manager in the same request, and no others', async () => {
    const { deviceName } = await fleet.make({ sensorId2: fleet.sensors.m1![1] });
    const moved = (values: object) =>
      devices.update(admin, deviceName, change({ managerId: 'm2', managerChanged: true, ...values }));
    await expect(moved({ sensorId1: fleet.sensors.m1![0] })).rejects.toMatchObject(
      refusal('invalid', 'sensorId1'),
    );
    expect((await devices.get(manager, deviceName)).sensors).toEqual(['Temperature', 'Humidity']);
    expect(await moved({ sensorId1: fleet.sensors.m2![3] })).toMatchObject({
      managerId: 'm2',
      sensors: ['Level'],
      sensorId2: null,
    });
  });

  it('cannot lose its first sensor by a request', () => {
    for (const sensorId1 of [null, '']) expect(DeviceChange.safeParse({ sensorId1 }).success).toBe(false);
  });

  it('keeps only its first sensor when its template becomes Single', async () => {
    const { deviceName } = await fleet.make({ sensorId2: fleet.sensors.m1![1] });
    expect(await devices.update(admin, deviceName, change({ template: 'Single' }))).toMatchObject({
      sensors: ['Temperature'],
    });
  });

  it('gets a new password in place of the old one, and keeps its key', async () => {
    const { deviceName } = await fleet.make();
    const before = (await devices.login(deviceName)).login!;
    const { password } = await devices.renewLogin(manager, deviceName);
    const after = (await devices.login(deviceName)).login!;
    expect(after.passwordSha256).toBe(createHash('sha256').update(password).digest('hex'));
    expect(after.passwordSha256).not.toBe(before.passwordSha256);
    expect(after.deviceKey).toBe(before.deviceKey);
    expect((await fleet.factsOf(deviceName)).at(-1)!.state).toMatchObject(after);
  });

  it('has had its former login until the change was committed, however long that took', async () => {
    const { deviceName } = await fleet.make();
    const { now } = Date;
    const { commitTransaction } = ClientSession.prototype;
    const committing = jest.spyOn(ClientSession.prototype, 'commitTransaction');
    committing.mockImplementationOnce(async function (this: ClientSession) {
      jest.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
      await commitTransaction.call(this);
    });
    const askedAt = now();
    const registry = fleet.service.get(DeviceRegistry);
    const { login: first } = registry.get(deviceName)!;
    await devices.renewLogin(manager, deviceName);
    const firstEnd = registry.get(deviceName)!.endOfLogin(first);
    expect(firstEnd).toBeGreaterThanOrEqual(askedAt + 10_000);
    expect(firstEnd).toBeLessThan(Infinity);

    const { login: second } = registry.get(deviceName)!;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 20_000);
    await devices.renewLogin(manager, deviceName);
    const { endOfLogin } = registry.get(deviceName)!;
    expect(endOfLogin(first)).toBeLessThan(askedAt + 20_000);
    expect(endOfLogin(second)).toBeGreaterThanOrEqual(askedAt + 20_000);
    expect(endOfLogin(second)).toBeLessThan(Infinity);
  });

  it('has a login that is at least as new as its version, also across a failover', async () => {
    const { deviceName } = await fleet.make();
    const { db } = fleet.service.get(Mongo);
    await db.command({ profile: 2 });
    await devices.login(deviceName);
    await db.command({ profile: 0 });
    const ids = [`device:${deviceName}`, deviceName].map((id) => ({ $in: [id] }));
    const reads = await db
      .collection('system.profile')
      .find({ $expr: { $in: ['$command.filter._id', { $literal: ids }] } })
      .toArray();
    const concerns = reads.map(({ command }) => command.readConcern);
    const level = 'majority';
    expect(concerns).toEqual([{ level }, { level, afterClusterTime: expect.anything() }]);
  });
});

describe('a bulk edit', () => {
  const bulk = (deviceId: string[], managerId = 'm2', by = admin) =>
    devices.bulkUpdate(by, { deviceId, managerId });

  it('gives devices a new manager without sensors and assistants, and leaves the devices of that manager unchanged', async () => {
    const moved = [await fleet.make({ sensorId2: fleet.sensors.m1![1] }), await fleet.make()];
    const theirs = await fleet.make({ managerId: 'm2' });
    await fleet.assign(moved[0]!.deviceName, 's1');
    await bulk([...moved, theirs].map(({ deviceName }) => deviceName));
    for (const { deviceName } of moved) {
      expect(await devices.get(other, deviceName)).toMatchObject({ managerId: 'm2', sensors: [], probes: 0 });
      expect((await fleet.factsOf(deviceName)).at(-1)!.state).toMatchObject({
        managerId: 'm2',
        assistantIds: [],
      });
      await expect(devices.get(manager, deviceName)).rejects.toMatchObject(refusal('not-found'));
    }
    expect(await devices.get(other, theirs.deviceName)).toEqual(theirs);
    expect(await fleet.factsOf(theirs.deviceName)).toHaveLength(1);
  });

  it('changes all of the devices, or none where one is missing', async () => {
    const { deviceName } = await fleet.make();
    await expect(bulk([deviceName, 'no-such-device', 'nor-this'])).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message: 'No device was changed: there is no no-such-device, nor-this',
        fields: { 'deviceId.1': expect.any(String), 'deviceId.2': expect.any(String) },
      },
    });
    await expect(bulk([deviceName], 's1')).rejects.toMatchObject(refusal('invalid', 'managerId'));
    expect((await devices.get(manager, deviceName)).managerId).toBe('m1');
    expect(await fleet.factsOf(deviceName)).toHaveLength(1);
  });

  it('changes a device once when its name is listed twice', async () => {
    const { deviceName } = await fleet.make();
    await bulk([deviceName, deviceName]);
    expect(await fleet.factsOf(deviceName)).toHaveLength(2);
  });

  it('is refused for managers and assistants', async () => {
    const { deviceName } = await fleet.make();
    for (const by of [manager, assistant])
      await expect(bulk([deviceName], 'm1', by)).rejects.toMatchObject(refusal('forbidden'));
  });

  it('needs a device and a manager', () => {
    const fieldsOf = (request: object) => {
      const result = deviceCalls.bulkUpdate.request.safeParse(request);
      return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
    };
    expect(fieldsOf({ deviceId: [], managerId: '' })).toEqual(['deviceId', 'managerId']);
    expect(fieldsOf({ deviceId: Array(1_001).fill('dev'), managerId: 'm1' })).toEqual(['deviceId']);
  });
});

describe('a removed device', () => {
  it('is not found afterwards, and its name may be used again', async () => {
    const { deviceName } = await fleet.make();
    await devices.remove(manager, deviceName);
    await expect(devices.get(admin, deviceName)).rejects.toMatchObject(refusal('not-found'));
    expect((await devices.login(deviceName)).login).toBeNull();
    expect(fleet.service.get(DeviceRegistry).get(deviceName)).toBeUndefined();
    expect((await fleet.factsOf(deviceName)).at(-1)).toMatchObject({ state: null, version: 2 });
    await fleet.make({ deviceName });
    expect((await fleet.factsOf(deviceName)).at(-1)).toMatchObject({ version: 3 });
  });
});

describe('the live stream', () => {
  it('has an update for each change, and a deletion for the former manager of a device', async () => {
    const live = await followLiveDevices(fleet.service);
    const { deviceName } = await fleet.make();
    await devices.update(admin, deviceName, change({ managerId: 'm2', sensorId1: fleet.sensors.m2![0] }));
    await tellStatus(fleet.service, deviceName, { firing: 2 });
    await tellStatus(fleet.service, deviceName, { firing: 1, silentSince: 1_000 });
    await tellStatus(fleet.service, deviceName, {});
    await devices.remove(admin, deviceName);
    const of = () => live.of(deviceName);
    await until(() => of().length === 7);
    expect(
      of().map(({ change: what, audience, status, silentSince }) => [
        what,
        audience.managerId,
        status,
        silentSince,
      ]),
    ).toEqual([
      ['created', 'm1', 0, null],
      ['deleted', 'm1', 0, null],
      ['updated', 'm2', 0, null],
      ['status', 'm2', 1, null],
      ['status', 'm2', 1, 1_000],
      ['status', 'm2', 0, null],
      ['deleted', 'm2', 0, null],
    ]);
    await live.stop();
  });
});

describe('a login that ends', () => {
  it('is announced over NATS, with the version of its fact', async () => {
    const nats = await connectNats(servers().natsUrl, 'devices-spec');
    const ended: LoginEnded[] = [];
    nats.subscribe(LOGIN_ENDED_SUBJECT, {
      callback: (_error, message) => void ended.push(message.json<LoginEnded>()),
    });
    await nats.flush();
    const { deviceName } = await fleet.make();
    // An earlier test's device may still be announced.
    const of = () => ended.filter((end) => end.deviceName === deviceName);
    await devices.update(admin, deviceName, change({ deviceAlias: 'Cold store 8' }));
    await devices.renewLogin(manager, deviceName);
    await devices.remove(manager, deviceName);
    await until(() => of().length === 2);
    // Version 2 is the new alias.
    expect(of()).toEqual([
      { deviceName, version: 3 },
      { deviceName, version: 4 },
    ]);
    await nats.close();
  });
});
