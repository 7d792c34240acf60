import type { NewAlert } from '@telemon/contracts/alerts';
import type { NewDevice } from '@telemon/contracts/devices';
import type { z } from 'zod';
import type { DemoAlert } from './alerts.ts';
import type { DemoDevice } from './fleet.ts';

/** Messages a day that a demo device may cause: incidents come every few minutes, all year. */
const LIMIT_OF_A_DAY = 200;

/** What is posted to make a device. `sensorIds`: ids by the sensor type's name. */
export const deviceRequest = (
  { deviceName, deviceAlias, template, lat, lng, channels, deviceMetaData }: DemoDevice,
  managerId: string,
  sensorIds: ReadonlyMap<string, string>,
): z.input<typeof NewDevice> => ({
  deviceName,
  deviceAlias,
  template,
  managerId,
  sensorId1: sensorIds.get(channels[0]!.sensor)!,
  ...Object.fromEntries(
    channels.slice(1).map(({ sensor }, index) => [`sensorId${index + 2}`, sensorIds.get(sensor)]),
  ),
  locationMode: 'Gps',
  lat,
  lng,
  smsLimit: LIMIT_OF_A_DAY,
  emailLimit: LIMIT_OF_A_DAY,
  limitRefresh: 'Daily',
  ...(deviceMetaData && { deviceMetaData }),
});

/** What is posted to make an alert. */
export const alertRequest = ({ setPoint, ...alert }: DemoAlert): z.input<typeof NewAlert> => ({
  ...alert,
  valueType: 'Current',
  criteria: { values: [setPoint] },
});
