import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import type { Home } from '@telemon/contracts/devices/dashboards';
import { admin, anActor, assistant, other } from '../../testing/actors.ts';
import { GivenDevices } from '../../testing/given-devices.ts';
import { GivenHome, iso, unpacked } from '../../testing/given-home.ts';
import { givenNeighbours, helper, neighbour, owner } from '../../testing/given-neighbours.ts';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { FloorsService } from '../floors/floors.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';
import { HomeService } from './home.service.ts';

let given: GivenHome;
let service: GivenDevices;
let dashboard: DeviceDashboardService;

beforeAll(async () => {
  given = await GivenHome.prepare();
  ({ service } = given);
  dashboard = service.get(DeviceDashboardService);
});
afterAll(() => given.stop());

describe('the home page', () => {
  it('shows each device in scope with its present values', async () => {
    const deviceName = await given.makeDevice();
    const now = Date.now();
    await given.send(deviceName, [
      { TC1: 20, TC2: 55, BATTERY: 3.7, timestamp: now - 1_000 },
      { TC1: 22, timestamp: now },
    ]);
    const { deviceData, mapData, buildingData } = await given.homeOf(admin);
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
    expect((await given.homeOf(other)).deviceData).toEqual([]);
    expect((await given.homeOf(assistant)).deviceData).toEqual([]);
  });

  it('names the channel of each sensor, with a gap between them too', async () => {
    const deviceName = await given.makeDevice({ sensorId2: null, sensorId4: given.sensorIds[1] });
    const { deviceData } = await given.homeOf(admin);
    expect(deviceData.find((each) => each.deviceName === deviceName)).toMatchObject({
      sensors: ['Temperature', 'Humidity'],
      channels: [0, 3],
    });
  });
});

describe('the home page of managers with buildings', () => {
  let onPlan: string;
  let onMap: string;
  let theirs: string;
  let buildingId: string;

  beforeAll(async () => {
    ({ onPlan, onMap, theirs, buildingId } = await givenNeighbours(service));
  });

  const namesOf = (home: Home) => home.deviceData.map(({ deviceName }) => deviceName).sort();
  const filtered = async (by: Actor, locationId: string, managerId: string) =>
    namesOf(await given.filteredHome(by, locationId, managerId));

  it('shows a change in the next answer', async () => {
    const aliases = async () => (await given.homeOf(owner)).deviceData.map(({ deviceAlias }) => deviceAlias);
    const change = (deviceAlias: string) => service.get(DevicesService).update(owner, onMap, { deviceAlias });
    expect(await aliases()).toEqual(['Silo 3', 'Silo 3']);
    await change('Silo 9');
    expect((await aliases()).sort()).toEqual(['Silo 3', 'Silo 9']);
    await change('Silo 3');
    expect(await aliases()).toEqual(['Silo 3', 'Silo 3']);
  });

  it('is built once for equal requests at the same time, and again for a later request', async () => {
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

  it('is not shared between users with different scopes', async () => {
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

  it('has devices with coordinates on the map, and devices on plans in their buildings', async () => {
    const home = await given.homeOf(owner);
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

  it('shows an assistant the buildings in which an assigned device stands', async () => {
    const home = await given.homeOf(helper);
    expect(namesOf(home)).toEqual([onPlan]);
    expect(home.mapData).toEqual([]);
    expect(home.buildingData.map((building) => building.buildingId)).toEqual([buildingId]);
  });

  it('is filtered by location, manager or both, and 0 stands for all', async () => {
    const own = [onMap, onPlan].sort();
    const all = [...own, theirs].sort();
    expect(await filtered(admin, 'bergen', '0')).toEqual(all);
    expect(await filtered(admin, '0', 'm3')).toEqual(own);
    expect(await filtered(admin, 'bergen', 'm4')).toEqual([theirs]);
    expect(await filtered(admin, 'oslo', '0')).toEqual([]);
    expect(await filtered(admin, 'oslo', 'm3')).toEqual([]);
    expect(await filtered(admin, '0', '0')).toEqual(namesOf(await given.homeOf(admin)));
    const { buildingData } = await given.filteredHome(admin, '0', 'm4');
    expect(buildingData).toEqual([]);
  });

  it('never shows more by a filter than the scope of the user', async () => {
    expect(await filtered(owner, '0', '0')).toEqual([onMap, onPlan].sort());
    expect(await filtered(owner, 'bergen', '0')).toEqual([onMap, onPlan].sort());
    expect(await filtered(owner, '0', 'm4')).toEqual([]);
    expect(await filtered(helper, '0', 'm3')).toEqual([onPlan]);
  });

  describe('a floor', () => {
    it('lists its devices to users who see it, and is not found by others', async () => {
      const devices = service.get(DevicesService);
      const { floorData, sensors } = await devices.get(owner, onPlan);
      const { floorMapId } = floorData!;
      for (const by of [admin, owner, helper]) {
        expect(await devices.onFloor(by, floorMapId)).toEqual({
          devices: [
            {
              deviceName: onPlan,
              deviceAlias: 'Silo 3',
              template: 'Single',
              status: 1,
              lastUpdated: null,
              silentSince: null,
              sensors,
              floorData: { buildingId, floorMapId, xValue: 10, yValue: 20 },
              channels: sensors.map((_, channel) => channel),
              present: { current: [null, null, null, null] },
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

    it('lists the newest value of each channel', async () => {
      await given.send(onPlan, [{ TC1: 3, TC3: 4, timestamp: Date.now() }]);
      const devices = service.get(DevicesService);
      const { floorMapId } = (await devices.get(owner, onPlan)).floorData!;
      expect((await devices.onFloor(owner, floorMapId)).devices).toMatchObject([
        { present: { current: [3, null, 4, null] } },
      ]);
    });

    it('accepts only devices of its manager, and only with its own building', async () => {
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

    it('cannot be removed while a device stands on it, nor can its building', async () => {
      const { floorMapId } = (await service.get(DevicesService).get(owner, onPlan)).floorData!;
      const inUse = { failure: { kind: 'conflict' } };
      await expect(service.get(FloorsService).remove(owner, floorMapId)).rejects.toMatchObject(inUse);
      await expect(service.get(BuildingsService).remove(owner, buildingId)).rejects.toMatchObject(inUse);
    });

    it('loses its devices when its building gets another manager', async () => {
      await service.get(BuildingsService).update(admin, buildingId, { managerId: 'm4' });
      expect(await service.get(DevicesService).get(owner, onPlan)).toMatchObject({
        managerId: 'm3',
        locationMode: 'Map',
        floorData: null,
      });
      // The manager may choose a new position later, after other changes.
      await service.get(DevicesService).update(owner, onPlan, { deviceAlias: 'Silo 4' });
      expect((await given.homeOf(helper)).buildingData).toEqual([]);
    });
  });

  describe('a manager', () => {
    it('owns devices, buildings and sensor types, which keep it from being deleted', async () => {
      const managers = service.get(ManagersService);
      expect((await managers.owns('m4')).sort()).toEqual(['buildings', 'devices', 'sensor types']);
      expect(await managers.owns('m5')).toEqual([]);
    });
  });
});

describe('the home page of 10,000 devices', () => {
  /** The default of NATS. */
  const MAX_PAYLOAD_BYTES = 1024 * 1024;
  const LONGEST_NAME = 'A name of as many letters';
  const fleetOwner = anActor('6560a1b2c3d4e5f601234567', 'manager');

  it('fits into a NATS message with the longest names, and has a chart of a day for each device', async () => {
    await given.storeFleet(fleetOwner, 10_000, LONGEST_NAME);
    const packed = await service.get(HomeService).home(fleetOwner);
    expect(packed.deflated.length).toBeLessThan(MAX_PAYLOAD_BYTES);
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
