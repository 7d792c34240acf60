import type { NewAlert } from '@telemon/contracts/alerting/alerts';
import type { NewDevice } from '@telemon/contracts/devices/devices';
import type { ChannelName } from '@telemon/contracts/devices/treatment';
import type { z } from 'zod';
import type { DemoAlert } from './alerts.ts';
import type { DemoDevice } from './fleet.ts';
import type { FloorKey, MadeFloor } from './sites.ts';

/** Daily limit of SMS, and of e-mails, per device: incidents come every few minutes, all year. */
const LIMIT_OF_A_DAY = 200;

/** The manager's id, and other ids by name. */
export interface Ids {
  managerId: string;
  sensors: ReadonlyMap<string, string>;
  floors: ReadonlyMap<FloorKey, MadeFloor>;
}

const placeOf = (where: DemoDevice['where'], floors: Ids['floors']) => {
  if (!('floor' in where)) return { locationMode: 'Gps' as const, ...where };
  const { floor, ...place } = where;
  const { buildingId, floorId } = floors.get(floor)!;
  return { locationMode: 'Map' as const, floorData: { buildingId, floorMapId: floorId, ...place } };
};

const treatmentOf = ({ pluggedIn, adjustment }: DemoDevice) => {
  const channelOf = (position: number) => `TC${pluggedIn?.[position] ?? position + 1}` as ChannelName;
  const [TC1, TC2, TC3, TC4] = [0, 1, 2, 3].map(channelOf);
  const [sensor2, sensor3, sensor4] = [null, null, null];
  return {
    ...(pluggedIn && { sensorMapping: { enabled: true, TC1, TC2, TC3, TC4 } }),
    ...(adjustment && {
      sensorAdjustment: { enabled: true, sensor1: [...adjustment], sensor2, sensor3, sensor4 },
    }),
  };
};

/** The body of POST /device. */
export const deviceRequest = (demo: DemoDevice, ids: Ids): z.input<typeof NewDevice> => {
  const { deviceName, deviceAlias, template, channels, deviceMetaData } = demo;
  return {
    deviceName,
    deviceAlias,
    template,
    managerId: ids.managerId,
    sensorId1: ids.sensors.get(channels[0]!.sensor)!,
    ...Object.fromEntries(
      channels.slice(1).map(({ sensor }, index) => [`sensorId${index + 2}`, ids.sensors.get(sensor)]),
    ),
    ...placeOf(demo.where, ids.floors),
    ...treatmentOf(demo),
    smsLimit: LIMIT_OF_A_DAY,
    emailLimit: LIMIT_OF_A_DAY,
    limitRefresh: 'Daily',
    ...(deviceMetaData && { deviceMetaData }),
  };
};

/** The body of POST /alert. */
export const alertRequest = ({ setPoint, ...alert }: DemoAlert): z.input<typeof NewAlert> => ({
  ...alert,
  valueType: 'Current',
  criteria: { values: [setPoint] },
});
