import { until } from '@telemon/testing/waiting';
import type { Installation } from '../installation.ts';
import type { People } from './people.ts';

/** One manager's objects, which the calls of every principal address. */
export interface Things {
  installation: Installation;
  people: People;
  deviceName: string;
  sensorId: string;
  buildingId: string;
  floorId: string;
}

/** A device of the own manager with a sensor, assigned to their assistant, once alerting has its fact. */
export const givenThings = async (installation: Installation, people: People): Promise<Things> => {
  const { make } = installation;
  const sensor = await make.sensorType(people.manager.id);
  const { buildingId } = await make.building(people.manager.id);
  const { floorId } = await make.floor(buildingId);
  const { device } = await make.device(people.manager.id, [sensor.id], {
    locationMode: 'Map',
    floorData: { buildingId, floorMapId: floorId, xValue: 50, yValue: 50 },
  });
  const { deviceName } = device;
  const things = { installation, people, deviceName, sensorId: sensor.id, buildingId, floorId };
  await people.clients['manager, own'].post('/assignedDevice', {
    deviceName,
    assistantId: people.assistant.id,
  });
  const assistant = people.clients['assistant, assigned'];
  await until(async () => {
    const { status } = await assistant.send('GET', `/deviceDashboard/getAlertData/${device.deviceName}`);
    return status === 200;
  });
  return things;
};
