import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { Device } from '@telemon/contracts/devices/devices';
import { NO_UDP_IDENTITY } from '@telemon/contracts/devices/udp-identity';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import type { Question, Reply } from '@telemon/platform/messaging/answers';
import { createHash } from 'node:crypto';
import { refusal } from '../../testing/given-devices.ts';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { LatestService } from '../latest/latest.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DevicesHandler } from './devices.handler.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';
import { FactsWithoutKey } from './facts-without-key.ts';

let fleet: GivenFleet;
let devices: DevicesService;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(DevicesModule);
  devices = fleet.service.get(DevicesService);
});
afterAll(() => fleet.stop());

describe('a new device', () => {
  it('has a password that is returned once, and whose hash is stored and sent in a fact', async () => {
    const { deviceData, mqtt } = await devices.create(
      admin,
      fleet.request({ sensorId3: fleet.sensors.m1![2] }),
    );
    expect(mqtt.username).toBe(deviceData.deviceName);
    expect(Buffer.from(mqtt.password, 'base64url')).toHaveLength(16);
    const passwordSha256 = createHash('sha256').update(mqtt.password).digest('hex');
    expect((await devices.login(deviceData.deviceName)).login).toMatchObject({ passwordSha256 });
    const [fact] = await fleet.factsOf(deviceData.deviceName);
    expect(DeviceState.parse(fact!.state)).toMatchObject({
      deviceName: deviceData.deviceName,
      managerId: 'm1',
      sensorNames: ['Temperature', null, 'Pressure', null],
      passwordSha256,
    });
    expect(JSON.stringify([deviceData, await fleet.factsOf(deviceData.deviceName)])).not.toContain(
      mqtt.password,
    );
  });

  it('has its password in the answer although the database goes away once it is stored', async () => {
    const away = async () => {
      throw new Error('the database is away');
    };
    jest.spyOn(fleet.service.get(SensorTypesService), 'names').mockImplementation(away);
    jest.spyOn(fleet.service.get(LatestService), 'arrivals').mockImplementation(away);
    try {
      const { deviceData, mqtt } = await devices.create(admin, fleet.request());
      expect(mqtt).toMatchObject({ username: deviceData.deviceName, password: expect.any(String) });
      expect(deviceData).toMatchObject({ sensors: ['Temperature'], lastUpdated: null });
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('has default settings, and shows its manager', async () => {
    expect(await fleet.make()).toMatchObject({
      smsLimit: 10,
      emailLimit: 10,
      limitRefresh: 'Monthly',
      weather: 'disabled',
      expectedInterval: null,
      udpSource: null,
      hasUdpKey: false,
      unauthenticated: false,
      deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
      managerName: 'Zoe',
      companyName: 'Alpha Cold',
      sensors: ['Temperature'],
      status: 0,
      lastUpdated: null,
      silentSince: null,
    });
  });

  it('needs a name that no other device has', async () => {
    const { deviceName } = await fleet.make();
    const taken = refusal('conflict', 'deviceName');
    await expect(devices.create(admin, fleet.request({ deviceName }))).rejects.toMatchObject(taken);
    const ofOther = fleet.request({ deviceName, managerId: 'm2' });
    await expect(devices.create(other, ofOther)).rejects.toMatchObject(taken);
  });

  it('by an admin needs an existing manager', async () => {
    for (const managerId of [null, 's1']) {
      const refused = devices.create(admin, fleet.request({ managerId }));
      await expect(refused).rejects.toMatchObject(refusal('invalid', 'managerId'));
    }
  });

  it('by a manager belongs to that manager, and can belong to no other', async () => {
    const { deviceData } = await devices.create(manager, fleet.request({ managerId: null }));
    expect(deviceData.managerId).toBe('m1');
    await expect(devices.create(manager, fleet.request({ managerId: 'm2' }))).rejects.toMatchObject(
      refusal('forbidden'),
    );
  });

  it('is rejected with a sensor that its manager does not have', async () => {
    const foreign = devices.create(manager, fleet.request({ sensorId2: fleet.sensors.m2![0] }));
    await expect(foreign).rejects.toMatchObject(refusal('invalid', 'sensorId2'));
    const missing = devices.create(manager, fleet.request({ sensorId1: 'nothing' }));
    await expect(missing).rejects.toMatchObject(refusal('invalid', 'sensorId1'));
  });

  it.each(['Single', 'Ultrasonic'])('of template %s keeps only its first sensor', async (template) => {
    const [sensorId1, sensorId2, sensorId3, sensorId4] = fleet.sensors.m1!;
    const made = await fleet.make({ template, sensorId2, sensorId3, sensorId4 });
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
  ])('takes %s from an admin and refuses it from a manager', async (field, value) => {
    expect(await fleet.make({ [field]: value })).toMatchObject({ [field]: value });
    await expect(devices.create(manager, fleet.request({ [field]: value }))).rejects.toMatchObject(
      refusal('forbidden', field),
    );
  });

  it('never keeps a sensor type that is deleted at the same time', async () => {
    for (let time = 0; time < 5; time++) {
      const sensor = await fleet.service
        .get(SensorTypesService)
        .create(admin, NewSensorType.parse({ sensorName: 'Here', userId: 'm1' }));
      const [made, deleted] = await Promise.allSettled([
        devices.create(admin, fleet.request({ sensorId1: sensor.id })),
        fleet.service.get(SensorTypesService).remove(admin, sensor.id),
      ]);
      expect([made.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('cannot be made by an assistant', async () => {
    await expect(devices.create(assistant, fleet.request())).rejects.toMatchObject(refusal('forbidden'));
  });

  it('is in the registry that readings are treated with, at once', async () => {
    const { deviceName } = await fleet.make();
    expect(fleet.service.get(DeviceRegistry).get(deviceName)?.audience).toEqual({
      managerId: 'm1',
      assistantIds: [],
    });
  });
});

describe('the password look-up', () => {
  it('answers services, and refuses users', async () => {
    const { mqtt } = await devices.create(admin, fleet.request());
    const handler = fleet.service.get(DevicesHandler);
    const ask = handler.lookUp.bind(handler) as unknown as (question: Question) => Promise<Reply>;
    const lookUp = (actor: Actor) =>
      ask({
        actor,
        request: { deviceName: mqtt.username },
        requestId: 'r1',
        answerBy: Date.now() + 60_000,
      });
    const passwordSha256 = createHash('sha256').update(mqtt.password).digest('hex');
    expect(await lookUp(SYSTEM)).toEqual({
      answer: { version: 1, login: { deviceKey: expect.any(Number), passwordSha256, udp: NO_UDP_IDENTITY } },
    });
    expect(await lookUp(admin)).toMatchObject(refusal('forbidden'));
  });

  it('answers about many names in their order', async () => {
    const [one, two] = [await fleet.make(), await fleet.make()].map(({ deviceName }) => deviceName);
    const handler = fleet.service.get(DevicesHandler);
    const ask = handler.lookUpAll.bind(handler) as unknown as (question: Question) => Promise<Reply>;
    const lookUp = (actor: Actor) =>
      ask({
        actor,
        request: { deviceNames: [two, 'nobody', one] },
        requestId: 'r1',
        answerBy: Date.now() + 60_000,
      });
    expect(await lookUp(SYSTEM)).toEqual({
      answer: {
        logins: [await devices.login(two!), { version: 0, login: null }, await devices.login(one!)],
      },
    });
    expect(await lookUp(admin)).toMatchObject(refusal('forbidden'));
  });
});

describe('a device whose last fact, by an earlier Telemon, has no key', () => {
  it('gets one more fact with the key, and other devices get none', async () => {
    const [before, since] = [await fleet.make(), await fleet.make()];
    const stateOf = async ({ deviceName }: Device) =>
      (await fleet.factsOf(deviceName)).at(-1)!.state as DeviceState;
    const { deviceKey, ...withoutKey } = await stateOf(before);
    await fleet.service
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
    await fleet.service.get(FactsWithoutKey).publishAgain();
    expect(await fleet.factsOf(before.deviceName)).toMatchObject([
      { version: 1 },
      { version: 2, state: { ...withoutKey, deviceKey } },
    ]);
    expect(await fleet.factsOf(since.deviceName)).toHaveLength(1);
  });
});
