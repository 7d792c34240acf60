import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType, sensorTypes as calls } from '@telemon/contracts/devices/sensor-types';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenDevices, refusal } from '../../testing/given-devices.ts';
import { DevicesModule } from '../devices/devices.module.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { SensorTypesService } from './sensor-types.service.ts';

let service: GivenDevices;
let devices: DevicesService;
let sensorTypes: SensorTypesService;

beforeAll(async () => {
  service = await GivenDevices.prepare(DevicesModule);
  devices = service.get(DevicesService);
  sensorTypes = service.get(SensorTypesService);
  await service.know(aUser({ id: 'm1', name: 'Zoe' }), aUser({ id: 'm2', name: 'Adam' }));
});

afterAll(() => service.stop());

const page = (values: Record<string, unknown> = {}) => calls.list.request.parse(values);

describe('sensor types', () => {
  const makeType = (who: Actor, values: object) => sensorTypes.create(who, NewSensorType.parse(values));

  it('belong to the manager whom an admin chooses, or who creates them', async () => {
    expect(await makeType(manager, { sensorName: 'Wind', userId: null })).toMatchObject({
      userId: 'm1',
      managerName: 'Zoe',
      mapped: false,
    });
    expect(await makeType(admin, { sensorName: 'Wind', userId: 'm2' })).toMatchObject({ userId: 'm2' });
    await expect(makeType(manager, { sensorName: 'Wind', userId: 'm2' })).rejects.toMatchObject(
      refusal('forbidden'),
    );
    await expect(makeType(admin, { sensorName: 'Wind', userId: null })).rejects.toMatchObject(
      refusal('invalid', 'userId'),
    );
    await expect(makeType(assistant, { sensorName: 'Wind', userId: null })).rejects.toMatchObject(
      refusal('forbidden'),
    );
  });

  it('are visible to their owners and to admins', async () => {
    const { id } = await makeType(other, { sensorName: 'Secret depth', userId: null });
    const idsFor = async (who: Actor) =>
      (await sensorTypes.list(who, page({ limit: 100 }))).sensors.map((each) => each.id);
    expect(await idsFor(admin)).toContain(id);
    expect(await idsFor(other)).toContain(id);
    expect(await idsFor(manager)).not.toContain(id);
    expect(await idsFor(assistant)).toEqual([]);
    expect((await sensorTypes.ofManager(manager, 'm2')).sensors).toEqual([]);
    expect((await sensorTypes.ofManager(admin, 'm2')).sensors.map((each) => each.id)).toContain(id);
    await expect(sensorTypes.remove(manager, id)).rejects.toMatchObject(refusal('not-found'));
    expect(await sensorTypes.remove(other, id)).toBeNull();
    await expect(sensorTypes.remove(other, id)).rejects.toMatchObject(refusal('not-found'));
  });

  it('cannot be removed while a device measures with them', async () => {
    const { id } = await makeType(manager, { sensorName: 'Salinity', userId: null });
    const device = {
      deviceName: uniqueName('dev'),
      deviceAlias: 'Basin',
      template: 'Multiple',
      sensorId1: id,
      locationMode: 'Gps',
      lat: 0,
      lng: 0,
    };
    const { deviceName } = (await devices.create(manager, NewDevice.parse(device))).deviceData;
    await expect(sensorTypes.remove(manager, id)).rejects.toMatchObject(refusal('conflict'));
    expect((await devices.get(manager, deviceName)).sensors).toContain('Salinity');
    await devices.remove(manager, deviceName);
    expect(await sensorTypes.remove(manager, id)).toBeNull();
  });

  it('can be searched and sorted', async () => {
    await makeType(manager, { sensorName: 'Xylem (a)', userId: null });
    await makeType(manager, { sensorName: 'Xylem (b)', userId: null });
    const named = async (query: Record<string, unknown>) =>
      (await sensorTypes.list(manager, page(query))).sensors.map(({ sensorName }) => sensorName);
    expect(await named({ q: 'xylem (' })).toEqual(['Xylem (b)', 'Xylem (a)']);
    expect(await named({ q: 'xylem', sort: 'sensorName', order: 'ASC' })).toEqual(['Xylem (a)', 'Xylem (b)']);
    expect(await named({ q: 'zoe' })).toEqual([]);
  });

  it('can be sorted by manager', async () => {
    await makeType(manager, { sensorName: 'Yield a', userId: null });
    await makeType(other, { sensorName: 'Yield b', userId: null });
    await makeType(manager, { sensorName: 'Yield c', userId: null });
    const ask = async (who: Actor, order: string, values: object = {}) => {
      const query = page({ q: 'yield', sort: 'managerName', order, ...values });
      const { sensors, pagination } = await sensorTypes.list(who, query);
      return [pagination.totalCount, ...sensors.map(({ sensorName }) => sensorName)];
    };
    expect(await ask(admin, 'ASC')).toEqual([3, 'Yield b', 'Yield a', 'Yield c']);
    expect(await ask(admin, 'DESC')).toEqual([3, 'Yield a', 'Yield c', 'Yield b']);
    expect(await ask(admin, 'ASC', { limit: 1, offset: 1 })).toEqual([3, 'Yield a']);
    expect(await ask(manager, 'ASC')).toEqual([2, 'Yield a', 'Yield c']);
  });
});
