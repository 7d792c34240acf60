import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { Mongo } from '@telemon/platform/mongo';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import type { ClientSession } from 'mongodb';
import { admin } from '../../testing/actors.ts';
import { GivenDevices, refusal } from '../../testing/given-devices.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import type { DeviceDocument } from './device-document.ts';
import { DeviceParts } from './device-parts.ts';
import { newDevice } from './device-settings.ts';
import { DevicesModule } from './devices.module.ts';
import { DeviceKeysRepository } from './device-keys.repository.ts';
import { DevicesRepository } from './devices.repository.ts';
import { DevicesService } from './devices.service.ts';

const WRITE_CONFLICT = 112;

let service: GivenDevices;

beforeAll(async () => {
  service = await GivenDevices.prepare(DevicesModule);
  await service.know(aUser({ id: 'm1' }));
});
afterAll(() => service.stop());

const givenSensor = async (): Promise<string> => {
  const request = NewSensorType.parse({ sensorName: 'Level', userId: 'm1' });
  return (await service.get(SensorTypesService).create(admin, request)).id;
};
const request = (sensorId1: string): NewDevice =>
  NewDevice.parse({
    deviceName: uniqueName('dev'),
    deviceAlias: 'Tank 4',
    managerId: 'm1',
    template: 'Single',
    sensorId1,
    locationMode: 'Gps',
    lat: 1,
    lng: 2,
  });
const givenDevice = async (sensorId: string): Promise<string> =>
  (await service.get(DevicesService).create(admin, request(sensorId))).deviceData.deviceName;

/** A device just before its commit: it has its parts already. */
const inTheMaking = async (sensorId: string, session: ClientSession): Promise<DeviceDocument> => {
  const device = newDevice(request(sensorId), {
    key: await service.get(DeviceKeysRepository).next(1),
    managerId: 'm1',
    passwordSha256: '',
    createdAt: new Date(),
  });
  session.startTransaction();
  await service.get(DevicesRepository).insert([device], session);
  await service.get(DeviceParts).take([device], session);
  return device;
};

describe('a sensor that a device gets', () => {
  it('stays in use: its only other device cannot be removed before the new one is committed', async () => {
    const sensorId = await givenSensor();
    const former = await givenDevice(sensorId);
    const mongo = service.get(Mongo);
    await mongo.client.withSession(async (session) => {
      await inTheMaking(sensorId, session);
      const removal = mongo.client.withSession(async (other) => {
        other.startTransaction();
        await service.get(DevicesRepository).remove(admin, former, other);
      });
      await expect(removal).rejects.toMatchObject({ code: WRITE_CONFLICT });
      await session.commitTransaction();
    });
    await service.get(DevicesService).remove(admin, former);
    await expect(service.get(SensorTypesService).remove(admin, sensorId)).rejects.toMatchObject(
      refusal('conflict'),
    );
  });

  it('can be given to many devices at once', async () => {
    const sensorId = await givenSensor();
    await givenDevice(sensorId);
    const made = await Promise.all(Array.from({ length: 20 }, () => givenDevice(sensorId)));
    expect(new Set(made).size).toBe(20);
  });
});
