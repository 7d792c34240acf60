import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { devices as deviceCalls } from '@telemon/contracts/devices/devices';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { admin, manager } from '../../testing/actors.ts';
import { givenBuilding } from '../../testing/given-building.ts';
import { GivenHome, iso } from '../../testing/given-home.ts';
import { tellStatus } from '../../testing/tell-status.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';

/** A reading with a timestamp arrives half a second after it. */
const ARRIVES_AFTER_MS = 500;

let given: GivenHome;
let devices: DevicesService;

beforeAll(async () => {
  given = await GivenHome.prepare();
  devices = given.service.get(DevicesService);
});
afterAll(() => given.stop());

/** `silentSince` of a device in every answer that shows its state. */
const shown = async (deviceName: string) => {
  const { floorData } = await devices.get(manager, deviceName);
  const [listed, home, onFloor] = [
    await devices.list(manager, deviceCalls.list.request.parse({ q: deviceName })),
    await given.homeOf(manager),
    await devices.onFloor(manager, floorData!.floorMapId),
  ];
  const of = (rows: { deviceName: string; silentSince: string | null }[]) =>
    rows.find((row) => row.deviceName === deviceName)!.silentSince;
  return {
    device: (await devices.get(manager, deviceName)).silentSince,
    list: of(listed.devices),
    home: of(home.deviceData),
    floor: of(onFloor.devices),
    page: (await given.service.get(DeviceDashboardService).info(manager, deviceName)).silentSince,
  };
};
const everywhere = (silentSince: string | null) => ({
  device: silentSince,
  list: silentSince,
  home: silentSince,
  floor: silentSince,
  page: silentSince,
});
const inState = async (state: 'silent' | 'normal') =>
  (await devices.list(admin, deviceCalls.list.request.parse({ state, limit: 100 }))).devices.map(
    ({ deviceName }) => deviceName,
  );

describe('a device whose readings stopped', () => {
  it('is silent since the arrival of the last one in every answer, from the fact of it to the next reading', async () => {
    const place = { buildingName: 'Warehouse', managerId: manager.id, lat: 45.7, lng: 4.8 };
    const { buildingId, floorIds } = await givenBuilding(given.service, place, 'Hall');
    const floorData = { buildingId, floorMapId: floorIds[0], xValue: 1, yValue: 2 };
    const deviceName = await given.makeDevice({ locationMode: 'Map', floorData });
    const last = Date.now() - 86_400_000;
    await given.send(deviceName, [{ TC1: 4, timestamp: last }]);
    expect(await shown(deviceName)).toEqual(everywhere(null));
    expect(await inState('normal')).toContain(deviceName);

    // After a restart, alerting may not know of the last readings.
    await tellStatus(given.service, deviceName, { silentSince: last - 60_000 });
    expect(await shown(deviceName)).toEqual(everywhere(iso(last + ARRIVES_AFTER_MS)));
    expect(await inState('silent')).toContain(deviceName);
    expect(await inState('normal')).not.toContain(deviceName);

    await given.send(deviceName, [{ TC1: 5, timestamp: Date.now() }]);
    expect(await shown(deviceName)).toEqual(everywhere(null));
    // An alert fires during the silence, as far as alerting knows.
    await tellStatus(given.service, deviceName, { firing: 1, silentSince: last - 60_000 });
    await tellStatus(given.service, deviceName, { silentSince: last - 60_000 });
    expect(await shown(deviceName)).toEqual(everywhere(null));
    expect(await inState('silent')).not.toContain(deviceName);
    expect(await inState('normal')).toContain(deviceName);
  });

  it('is not silent by a fact that an earlier version of Telemon stored', async () => {
    const deviceName = await given.makeDevice();
    await given.send(deviceName, [{ TC1: 4, timestamp: Date.now() - 86_400_000 }]);
    await given.service.database.db
      .collection<{ _id: string; version: number; state: object }>('copy_of_device_status')
      .insertOne({ _id: deviceName, version: 7, state: { deviceName, firing: 1 } });
    await given.service.get(FactCopies).of('device-status').load();
    expect(await devices.get(manager, deviceName)).toMatchObject({ status: 1, silentSince: null });
  });
});
