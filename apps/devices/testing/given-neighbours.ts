import type { Actor } from '@telemon/contracts/actor';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { DevicesService } from '../src/devices/devices.service.ts';
import { SensorTypesService } from '../src/sensor-types/sensor-types.service.ts';
import { givenBuilding } from './given-building.ts';
import { anActor } from './actors.ts';
import type { GivenDevices } from './given-devices.ts';
import { tellStatus } from './tell-status.ts';

export const owner = anActor('m3', 'manager');
export const neighbour = anActor('m4', 'manager');
/** Is assigned to the device on the plan. */
export const helper = anActor('s3', 'assistant', 'm1');

interface Neighbours {
  /** A device of the owner on the plan of a floor, with an alert that fires. */
  onPlan: string;
  /** A device of the owner with coordinates. */
  onMap: string;
  /** A device of the neighbour. */
  theirs: string;
  /** The building of `onPlan`. The owner has another one, without floors. */
  buildingId: string;
}

/** Two managers of the location "bergen" with devices, and a third one of "oslo" without any. */
export const givenNeighbours = async (service: GivenDevices): Promise<Neighbours> => {
  await service.know(
    aUser({ id: 'm3', locationId: 'bergen' }),
    aUser({ id: 'm4', locationId: 'bergen' }),
    aUser({ id: 'm5', locationId: 'oslo' }),
  );
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
  const place = { managerId: 'm3', lat: 60.39, lng: 5.32 };
  const warehouse = { ...place, buildingName: 'Warehouse' };
  const { buildingId, floorIds } = await givenBuilding(service, warehouse, 'Hall 1');
  await givenBuilding(service, { ...place, buildingName: 'Empty one' });
  const floorData = { buildingId, floorMapId: floorIds[0], xValue: 10, yValue: 20 };
  const onPlan = await make(owner, { locationMode: 'Map', floorData });
  const onMap = await make(owner, {});
  const theirs = await make(neighbour, {});
  await service.database.db
    .collection<{ _id: string }>('devices')
    .updateOne({ _id: onPlan }, { $set: { assistantIds: [helper.id] } });
  await tellStatus(service, onPlan, { firing: 1 });
  return { onPlan, onMap, theirs, buildingId };
};
