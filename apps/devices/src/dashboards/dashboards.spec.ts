import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { MOST_POINTS } from '@telemon/contracts/devices/dashboards';
import type { Home } from '@telemon/contracts/devices/dashboards';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewFloor } from '@telemon/contracts/devices/floors';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import type { PackedJson } from '@telemon/platform/messaging/packed-json';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { randomUUID } from 'node:crypto';
import { GivenDevices } from '../../testing/given-devices.ts';
import { BuildingsService } from '../buildings/buildings.service.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { FilesService } from '../files/files.service.ts';
import { FloorsService } from '../floors/floors.service.ts';
import type { PerChannel } from '../latest/day-totals.ts';
import { Days } from '../latest/days.ts';
import { LatestRepository } from '../latest/latest.repository.ts';
import { LatestService } from '../latest/latest.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { Latest } from '../latest/latest.ts';
import type { RawMessage } from '../readings/raw-message.ts';
import { ReadingsConsumer } from '../readings/readings.consumer.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { DashboardsModule } from './dashboards.module.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';
import { HomeService } from './home.service.ts';

const actor = (id: string, role: Actor['role']): Actor => ({ id, role, managerId: 'm1', mqttAdmin: false });
const admin = actor('a1', 'admin');
const manager = actor('m1', 'manager');
const other = actor('m2', 'manager');
const assistant = actor('s1', 'assistant');

const DAY_MS = 24 * 3_600_000;

let service: GivenDevices;
let dashboard: DeviceDashboardService;
let sensorIds: string[];

beforeAll(async () => {
  service = await GivenDevices.prepare(DashboardsModule, { TIMEZONE: 'Europe/Paris' });
  dashboard = service.get(DeviceDashboardService);
  await service.know(aUser({ id: 'm1', companyName: 'Alpha Cold', locationName: 'Lyon' }));
  const types = service.get(SensorTypesService);
  const made = [];
  for (const sensorName of ['Temperature', 'Humidity']) {
    made.push(await types.create(manager, NewSensorType.parse({ sensorName, userId: null })));
  }
  sensorIds = made.map(({ id }) => id);
});

afterAll(() => service.stop());

const makeDevice = async (changes: object = {}): Promise<string> => {
  const request = NewDevice.parse({
    deviceName: uniqueName('dev'),
    deviceAlias: 'Cold store 7',
    template: 'Multiple',
    sensorId1: sensorIds[0],
    sensorId2: sensorIds[1],
    locationMode: 'Gps',
    lat: 45.76,
    lng: 4.84,
    ...changes,
  });
  return (await service.get(DevicesService).create(manager, request)).deviceData.deviceName;
};

let lastOffset = 0;
/** Readings as they would have come, each at its own time where it has one. */
const send = async (deviceName: string, readings: Record<string, unknown>[]) => {
  const messages = readings.map((reading): RawMessage => {
    const receivedAt = typeof reading.timestamp === 'number' ? reading.timestamp + 500 : Date.now();
    const headers = { arrivalId: randomUUID(), receivedAt: String(receivedAt), source: 'mqtt' };
    return {
      key: Buffer.from(deviceName),
      value: Buffer.from(JSON.stringify(reading)),
      offset: String(++lastOffset),
      timestamp: String(receivedAt),
      attributes: 0,
      headers,
    };
  });
  await service.get(ReadingsConsumer).handle({ partition: 0, messages });
  await service.get(LatestService).save();
};
const unpacked = async (packed: PackedJson) => JSON.parse((await packed.unpack()).toString()) as Home;
const homeOf = async (by: Actor) => unpacked(await service.get(HomeService).home(by));
const filteredHome = async (by: Actor, locationId: string, managerId: string) =>
  unpacked(await service.get(HomeService).filtered(by, { locationId, managerId }));
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { failure: { kind: string } }) => error.failure.kind,
  );

describe('the first page', () => {
  it('shows each device in scope with its present values', async () => {
    const deviceName = await makeDevice();
    const now = Date.now();
    await send(deviceName, [
      { TC1: 20, TC2: 55, BATTERY: 3.7, timestamp: now - 1_000 },
      { TC1: 22, timestamp: now },
    ]);
    const { deviceData, mapData, buildingData } = await homeOf(admin);
    expect(deviceData.find((each) => each.deviceName === deviceName)).toMatchObject({
      deviceAlias: 'Cold store 7',
      status: 0,
      company: 'Alpha Cold',
      location: 'Lyon',
      sensors: ['Temperature', 'Humidity'],
      channels: [0, 1],
      lastUpdated: iso(now + 500),
      present: { current: [22, 55, null, null], battery: 3.7 },
    });
    const { lastDay } = deviceData.find((each) => each.deviceName === deviceName)!.present;
    expect(lastDay).toHaveLength(48);
    expect(lastDay.filter((mean) => mean !== null).length).toBeGreaterThan(0);
    expect(mapData).toContainEqual({
      deviceName,
      deviceAlias: 'Cold store 7',
      status: 0,
      lat: 45.76,
      lng: 4.84,
    });
    expect(buildingData).toEqual([]);
    expect((await homeOf(other)).deviceData).toEqual([]);
    expect((await homeOf(assistant)).deviceData).toEqual([]);
  });

  it('says on which channel each sensor is, where one before it has none', async () => {
    const deviceName = await makeDevice({ sensorId2: null, sensorId4: sensorIds[1] });
    const { deviceData } = await homeOf(admin);
    expect(deviceData.find((each) => each.deviceName === deviceName)).toMatchObject({
      sensors: ['Temperature', 'Humidity'],
      channels: [0, 3],
    });
  });
});

describe("a device's page", () => {
  it('shows chart, log, latest values and what the device said of itself', async () => {
    const deviceName = await makeDevice({ template: 'Multiple' });
    const now = Date.now();
    const times = [3, 2, 1, 0].map((minutes) => now - minutes * 60_000);
    await send(deviceName, [
      {
        TC1: 20,
        TC2: 50,
        RAIN: 1.5,
        timestamp: times[0],
        BATTERY: 3.6,
        RSSI: -70,
        SIMID: '8988',
        IMEI: '35',
      },
      { TC1: 10, TC2: 60, timestamp: times[1] },
      { TC1: 30, RAIN: 0.5, TN: 5, timestamp: times[2] },
      { TC1: 20, TC2: 40, timestamp: times[3], BATTERY: 3.5 },
    ]);
    const range = { fromDate: iso(now - DAY_MS), toDate: iso(now) };
    const page = await dashboard.dashboard(manager, { deviceName, sensor: 1, ...range });
    expect(page.graphData).toMatchObject({
      timeStamp: times.map(iso),
      current: [20, 10, 30, 20],
      rainData: [1.5, null, 0.5, null],
      rainSummary: 2,
      sensorOptions: [
        { option: '1', sensorName: 'Temperature' },
        { option: '2', sensorName: 'Humidity' },
      ],
    });
    expect(page.intelligence).toEqual({
      events: {
        highest: { value: 30, timestamp: iso(times[2]!) },
        lowest: { value: 10, timestamp: iso(times[1]!) },
      },
      summary: { minimum: 10, maximum: 30, average: 20 },
    });
    expect(page.sensorLog.map(({ TC1, timestamp }) => [TC1, timestamp])).toEqual(
      [20, 30, 10, 20].map((value, index) => [value, iso(times[3 - index]!)]),
    );
    expect(page.latestData).toMatchObject({ TC1: 20, TC2: 40, TC3: null, timestamp: iso(now), battery: 3.5 });
    expect(page.latestData.lastThree.map(({ TC1 }) => TC1)).toEqual([20, 30, 10]);
    expect(page.latestData.lastThreeImages).toEqual([]);
    expect(page.deviceInfo).toMatchObject({
      deviceName,
      lastUpdated: iso(now + 500),
      metaData: { BATTERY: 3.5, SIMID: '8988', RSSI: -70, IMEI: '35' },
    });
    expect(page.weather).toEqual({ enabled: false });
    expect(await dashboard.info(manager, deviceName)).toEqual(page.deviceInfo);
    expect(await dashboard.sensorOptions(manager, deviceName)).toEqual({ sensorOptions: page.sensorTypes });
  });

  it('of a device that sent nothing is empty', async () => {
    const page = await dashboard.dashboard(manager, { deviceName: await makeDevice(), sensor: 1 });
    expect(page.graphData.timeStamp).toEqual([]);
    expect(page.sensorLog).toEqual([]);
    expect(page.latestData).toMatchObject({
      TC1: null,
      TN: null,
      timestamp: null,
      battery: null,
      lastThree: [],
    });
    expect(page.deviceInfo).toMatchObject({ lastUpdated: null, metaData: { IMEI: null } });
  });

  it('is answered to nobody who may not see the device', async () => {
    const deviceName = await makeDevice();
    for (const who of [other, assistant]) {
      const asked = { deviceName, sensor: 1 as const };
      expect(await kindOf(dashboard.dashboard(who, asked))).toBe('not-found');
      expect(await kindOf(dashboard.graph(who, asked))).toBe('not-found');
      expect(await kindOf(dashboard.sensorLog(who, { ...asked, limit: 10, offset: 0 }))).toBe('not-found');
      expect(await kindOf(dashboard.info(who, deviceName))).toBe('not-found');
      expect(await kindOf(dashboard.sensorOptions(who, deviceName))).toBe('not-found');
    }
  });
});

describe("a day's values", () => {
  it('follow from all readings of the day up to each, also where the range begins later or a reading came late', async () => {
    const deviceName = await makeDevice();
    const midnight = Date.parse('2026-11-09T23:00:00Z'); // in Paris
    const at = (minutes: number) => midnight + minutes * 60_000;
    await send(deviceName, [
      { TC1: 90, timestamp: at(-1) },
      { TC1: 4, timestamp: at(1) },
      { TC1: 8, timestamp: at(2) },
      { TC1: 6, timestamp: at(4) },
    ]);
    await send(deviceName, [{ TC1: 2, timestamp: at(3) }]);
    const range = { fromDate: iso(at(2)), toDate: iso(at(4)) };
    const { graphData } = await dashboard.graph(manager, { deviceName, sensor: 1, ...range });
    expect(graphData).toMatchObject({
      current: [8, 2, 6],
      minimum: [4, 2, 2],
      maximum: [8, 8, 8],
      average: [6, 4.666667, 5],
    });
    const whole = { fromDate: '2026-11-09', toDate: '2026-11-10' };
    const { sensorLog } = await dashboard.sensorLog(manager, {
      deviceName,
      sensor: 1,
      limit: 100,
      offset: 0,
      ...whole,
    });
    expect(sensorLog.map(({ TC1, TN1, TM1, TA1 }) => [TC1, TN1, TM1, TA1])).toEqual([
      [6, 2, 8, 5],
      [2, 2, 8, 4.666667],
      [8, 4, 8, 6],
      [4, 4, 4, 4],
      [90, 90, 90, 90],
    ]);
  });
});

describe('the sensor log', () => {
  it('comes in pages, newest first or oldest first, with the count of the range', async () => {
    const deviceName = await makeDevice();
    const start = Date.parse('2026-11-10T12:00:00Z');
    await send(
      deviceName,
      Array.from({ length: 25 }, (_, index) => ({ TC1: index, timestamp: start + index * 1_000 })),
    );
    const ask = (changes: object) =>
      dashboard.sensorLog(manager, {
        deviceName,
        sensor: 1,
        limit: 10,
        offset: 0,
        fromDate: iso(start),
        toDate: iso(start + 23_000),
        ...changes,
      });
    const page = await ask({ offset: 10 });
    expect(page.sensorLog.map(({ TC1 }) => TC1)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
    expect(page.pagination.totalCount).toBe(24);
    expect((await ask({ order: 'ASC', limit: 2 })).sensorLog.map(({ TC1 }) => TC1)).toEqual([0, 1]);
    expect((await ask({ offset: 100 })).sensorLog).toEqual([]);
  });
});

describe('a chart', () => {
  it('of a month of readings has few points and keeps its extremes', async () => {
    const deviceName = await makeDevice();
    const end = Date.now();
    const count = 86_400;
    for (let from = 0; from < count; from += 4_800) {
      const readings = Array.from({ length: 4_800 }, (_, index) => {
        const number = from + index;
        const TC1 = number === 43_210 ? 999 : Math.round(Math.sin(number / 400) * 500) / 10;
        return { TC1, TC2: number % 100, timestamp: end - (count - number) * 29_990 };
      });
      await send(deviceName, readings);
    }
    const range = { fromDate: iso(end - 29.99 * DAY_MS), toDate: iso(end) };
    const { graphData, intelligence } = await dashboard.graph(manager, { deviceName, sensor: 1, ...range });
    expect(graphData.timeStamp.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(graphData.timeStamp.length).toBeGreaterThan(MOST_POINTS / 2);
    expect(graphData.current).toContain(999);
    expect(intelligence.events.highest?.value).toBe(999);
  });
});

describe('the first page', () => {
  const owner = actor('m3', 'manager');
  const neighbour = actor('m4', 'manager');
  const helper = actor('s3', 'assistant');
  let onPlan: string;
  let onMap: string;
  let theirs: string;
  let buildingId: string;

  beforeAll(async () => {
    const people = [
      aUser({ id: 'm3', locationId: 'bergen' }),
      aUser({ id: 'm4', locationId: 'bergen' }),
      aUser({ id: 'm5', locationId: 'oslo' }),
    ];
    await service
      .get(FactCopies)
      .of('user')
      .apply(people.map((state) => ({ kind: 'user', key: state.id, version: 1, state })));
    const make = async (by: Actor, changes: object) => {
      const type = NewSensorType.parse({ sensorName: 'Level', userId: null });
      const { id } = await service.get(SensorTypesService).create(by, type);
      const request = {
        deviceName: uniqueName('dev'),
        deviceAlias: 'Silo 3',
        template: 'Single',
        sensorId1: id,
        locationMode: 'Gps',
        lat: 60.4,
        lng: 5.3,
        ...changes,
      };
      return (await service.get(DevicesService).create(by, NewDevice.parse(request))).deviceData.deviceName;
    };
    const place = { buildingName: 'Warehouse', managerId: null, lat: 60.39, lng: 5.32 };
    ({ buildingId } = await service.get(BuildingsService).create(owner, place));
    await service.get(BuildingsService).create(owner, { ...place, buildingName: 'Empty one' });
    const drawing = {
      contentType: 'image/png',
      extension: 'png',
      bytes: Buffer.from('x'),
      width: 4,
      height: 3,
    };
    const { fileName: mapUrl } = await service.get(FilesService).create(owner, drawing);
    const { floorId } = await service
      .get(FloorsService)
      .create(owner, NewFloor.parse({ buildingId, floorName: 'Hall 1', mapUrl }));
    const floorData = { buildingId, floorMapId: floorId, xValue: 10, yValue: 20 };
    onPlan = await make(owner, { locationMode: 'Map', floorData });
    onMap = await make(owner, {});
    theirs = await make(neighbour, {});
    await service.database.db
      .collection<{ _id: string }>('devices')
      .updateOne({ _id: onPlan }, { $set: { assistantIds: [helper.id] } });
    await service
      .get(FactCopies)
      .of('device-status')
      .apply([{ kind: 'device-status', key: onPlan, version: 1, state: { deviceName: onPlan, firing: 1 } }]);
  });

  const namesOf = (home: Home) => home.deviceData.map(({ deviceName }) => deviceName).sort();
  const filtered = async (by: Actor, locationId: string, managerId: string) =>
    namesOf(await filteredHome(by, locationId, managerId));

  it('shows a change at the next look', async () => {
    const aliases = async () => (await homeOf(owner)).deviceData.map(({ deviceAlias }) => deviceAlias);
    const change = (deviceAlias: string) => service.get(DevicesService).update(owner, onMap, { deviceAlias });
    expect(await aliases()).toEqual(['Silo 3', 'Silo 3']);
    await change('Silo 9');
    expect((await aliases()).sort()).toEqual(['Silo 3', 'Silo 9']);
    await change('Silo 3');
    expect(await aliases()).toEqual(['Silo 3', 'Silo 3']);
  });

  it('is put together once for all who open it at once and see the same, and anew for who comes later', async () => {
    const homes = service.get(HomeService);
    const [first, ...others] = await Promise.all([homes.home(owner), homes.home(owner), homes.home(owner)]);
    for (const home of others) expect(home).toBe(first);
    expect(await homes.home(owner)).not.toBe(first);

    const before = homes.home(owner);
    await service.get(DevicesService).update(owner, onMap, { deviceAlias: 'Silo 5' });
    const after = await unpacked(await homes.home(owner));
    expect(after.deviceData.map(({ deviceAlias }) => deviceAlias)).toContain('Silo 5');
    expect(await homes.home(owner)).not.toBe(await before);
    await service.get(DevicesService).update(owner, onMap, { deviceAlias: 'Silo 3' });
  });

  it('is shared with nobody who sees something else', async () => {
    const homes = service.get(HomeService);
    const scopes: [Actor, string][] = [
      [owner, '0'],
      [helper, '0'],
      [admin, '0'],
      [admin, 'm4'],
      [owner, 'm4'],
    ];
    const alone: string[][] = [];
    for (const [by, managerId] of scopes) alone.push(await filtered(by, '0', managerId));
    expect(await Promise.all(scopes.map(([by, managerId]) => filtered(by, '0', managerId)))).toEqual(alone);
    expect(await homes.home(owner)).not.toBe(await homes.home(other));
  });

  it('has devices of mode Gps on the map, the others in their buildings', async () => {
    const home = await homeOf(owner);
    expect(namesOf(home)).toEqual([onMap, onPlan].sort());
    expect(home.mapData).toEqual([
      { deviceName: onMap, deviceAlias: 'Silo 3', status: 0, lat: 60.4, lng: 5.3 },
    ]);
    expect(home.buildingData).toEqual([
      expect.objectContaining({ buildingName: 'Empty one', devices: 0, firing: 0, status: 0 }),
      {
        buildingId,
        buildingName: 'Warehouse',
        managerId: 'm3',
        lat: 60.39,
        lng: 5.32,
        devices: 1,
        firing: 1,
        status: 1,
      },
    ]);
    expect(await dashboard.info(owner, onPlan)).toMatchObject({
      locationMode: 'Map',
      lat: null,
      buildingId,
      floorMapId: expect.any(String),
      left: 10,
      top: 20,
      status: 1,
    });
    expect(await dashboard.info(owner, onMap)).toMatchObject({ buildingId: null, top: null, left: null });
  });

  it('of an assistant has the buildings where an assigned device stands', async () => {
    const home = await homeOf(helper);
    expect(namesOf(home)).toEqual([onPlan]);
    expect(home.mapData).toEqual([]);
    expect(home.buildingData.map((building) => building.buildingId)).toEqual([buildingId]);
  });

  it('is narrowed to a location, a manager, or both; 0 stands for all', async () => {
    const own = [onMap, onPlan].sort();
    const all = [...own, theirs].sort();
    expect(await filtered(admin, 'bergen', '0')).toEqual(all);
    expect(await filtered(admin, '0', 'm3')).toEqual(own);
    expect(await filtered(admin, 'bergen', 'm4')).toEqual([theirs]);
    expect(await filtered(admin, 'oslo', '0')).toEqual([]);
    expect(await filtered(admin, 'oslo', 'm3')).toEqual([]);
    expect(await filtered(admin, '0', '0')).toEqual(namesOf(await homeOf(admin)));
    const { buildingData } = await filteredHome(admin, '0', 'm4');
    expect(buildingData).toEqual([]);
  });

  it('is narrowed for others within what they see anyway', async () => {
    expect(await filtered(owner, '0', '0')).toEqual([onMap, onPlan].sort());
    expect(await filtered(owner, 'bergen', '0')).toEqual([onMap, onPlan].sort());
    expect(await filtered(owner, '0', 'm4')).toEqual([]);
    expect(await filtered(helper, '0', 'm3')).toEqual([onPlan]);
  });

  describe('a floor', () => {
    it('has its devices for whoever sees it, and is missing for others', async () => {
      const devices = service.get(DevicesService);
      const { floorMapId } = (await devices.get(owner, onPlan)).floorData!;
      for (const by of [admin, owner, helper]) {
        expect(await devices.onFloor(by, floorMapId)).toEqual({
          devices: [
            {
              deviceName: onPlan,
              deviceAlias: 'Silo 3',
              template: 'Single',
              status: 1,
              lastUpdated: null,
              floorData: { buildingId, floorMapId, xValue: 10, yValue: 20 },
            },
          ],
        });
      }
      for (const by of [neighbour, assistant]) {
        await expect(devices.onFloor(by, floorMapId)).rejects.toMatchObject({
          failure: { kind: 'not-found' },
        });
      }
    });

    it('is taken by devices of its manager alone, in its own building', async () => {
      const devices = service.get(DevicesService);
      const floorData = (await devices.get(owner, onPlan)).floorData!;
      const move = (by: Actor, name: string, changes: object) =>
        devices.update(by, name, { locationMode: 'Map', floorData: { ...floorData, ...changes } });
      for (const refused of [
        () => move(neighbour, theirs, {}),
        () => move(owner, onMap, { buildingId: 'another' }),
        () => move(owner, onMap, { floorMapId: 'another' }),
      ]) {
        await expect(refused()).rejects.toMatchObject({
          failure: { kind: 'invalid', fields: { 'floorData.floorMapId': 'There is no such floor' } },
        });
      }
    });

    it('and its building stay while a device stands there', async () => {
      const { floorMapId } = (await service.get(DevicesService).get(owner, onPlan)).floorData!;
      const inUse = { failure: { kind: 'conflict' } };
      await expect(service.get(FloorsService).remove(owner, floorMapId)).rejects.toMatchObject(inUse);
      await expect(service.get(BuildingsService).remove(owner, buildingId)).rejects.toMatchObject(inUse);
    });

    it('is left by the devices when its building gets another manager', async () => {
      await service.get(BuildingsService).update(admin, buildingId, { managerId: 'm4' });
      expect(await service.get(DevicesService).get(owner, onPlan)).toMatchObject({
        managerId: 'm3',
        locationMode: 'Map',
        floorData: null,
      });
      // Where it hangs now is for its manager to say when they like.
      await service.get(DevicesService).update(owner, onPlan, { deviceAlias: 'Silo 4' });
      expect((await homeOf(helper)).buildingData).toEqual([]);
    });
  });

  it('says what a manager owns, for whoever would delete them', async () => {
    const managers = service.get(ManagersService);
    expect((await managers.owns('m4')).sort()).toEqual(['buildings', 'devices', 'sensor types']);
    expect(await managers.owns('m5')).toEqual([]);
  });
});

describe('the first page of 10,000 devices', () => {
  /** What NATS carries in a message where nobody configured it. */
  const NATS_CARRIES_BYTES = 1024 * 1024;
  const LONGEST_NAME = 'A name of as many letters';
  const owner = actor('6560a1b2c3d4e5f601234567', 'manager');

  /** A fleet with three sensors each, whose values of the last day take many digits. */
  const givenFleet = async (count: number) => {
    const now = Date.now();
    const { id } = owner;
    const user = aUser({ id, companyName: LONGEST_NAME, locationName: LONGEST_NAME });
    await service
      .get(FactCopies)
      .of('user')
      .apply([{ kind: 'user', key: id, version: 1, state: user }]);
    const request = NewSensorType.parse({ sensorName: LONGEST_NAME, userId: null });
    const type = await service.get(SensorTypesService).create(owner, request);
    const days = service.get(Days);
    const none: PerChannel = [null, null, null, null];
    const fleet = Array.from({ length: count }, (_, index) => {
      const state = new Latest(1_000_000 + index);
      for (let halfHour = 48; halfHour >= 0; halfHour--) {
        const value = 1_000 + Math.sin(index + halfHour) / 3;
        const current: PerChannel = [value, value, value, null];
        const timestamp = now - halfHour * 30 * 60_000;
        const values = { current, minimum: none, maximum: none, average: none, battery: 3.72 };
        state.fold(values, { timestamp, receivedAt: timestamp }, days);
      }
      return state;
    });
    await service.get(LatestRepository).save(fleet);
    await service.database.db.collection<DeviceDocument>('devices').insertMany(
      fleet.map(({ key }, index) => ({
        _id: `dev-${String(index).padStart(11, '0')}`,
        key,
        deviceAlias: LONGEST_NAME,
        managerId: id,
        assistantIds: [],
        template: 'Multiple',
        sensorIds: [type.id, type.id, type.id, null],
        locationMode: 'Gps',
        lat: -45.764043,
        lng: -104.835659,
        floorData: null,
        sensorAdjustment: NO_ADJUSTMENT,
        sensorMapping: NO_MAPPING,
        smsLimit: 10,
        emailLimit: 10,
        limitRefresh: 'Monthly',
        weather: 'disabled',
        deviceMetaData: { maximumDepth: 600, applicationType: 'Overflow', valueType: 'Average' },
        passwordSha256: '',
        createdAt: new Date(now),
      })),
    );
  };

  it('fits packed into a message of any NATS, with the longest names, and shows a day of each', async () => {
    await givenFleet(10_000);
    const packed = await service.get(HomeService).home(owner);
    expect(packed.deflated.length).toBeLessThan(NATS_CARRIES_BYTES);
    const home = await unpacked(packed);
    expect(home.deviceData).toHaveLength(10_000);
    expect(new Set(home.deviceData.map(({ deviceName }) => deviceName)).size).toBe(10_000);
    expect(home.mapData.map(({ deviceName }) => deviceName)).toEqual(
      home.deviceData.map(({ deviceName }) => deviceName),
    );
    expect(home.deviceData[0]!.sensors).toHaveLength(3);
    expect(home.deviceData[0]!.present.lastDay).toHaveLength(8);
  });
});
