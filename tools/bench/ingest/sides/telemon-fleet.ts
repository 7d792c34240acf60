import { ALERTS, deviceNames, SENSORS, type DeviceLogin } from '../fleet.ts';

/** As much of a client of /v1 as is needed to furnish an installation. */
export interface V1 {
  post<Data>(path: string, body: unknown): Promise<Data>;
  send(method: 'DELETE', path: string): Promise<{ status: number }>;
}

const AT_ONCE = 8;
/** On a busy machine some call or other takes too long. */
const ATTEMPTS = 5;
/** As many mails as the benchmark can cause. */
const MAIL_LIMIT = 1_000_000;

/** Around one city, so that a map would show them. */
const placeOf = (device: number) => ({
  lat: 45.7 + (device % 40) / 400,
  lng: 4.8 + Math.floor(device / 40) / 400,
});

export const recipientOf = (deviceName: string): string => `${deviceName}@bench.example.com`;

/** Makes the devices and their alerts through /v1, as a script of their owner would. */
export async function furnish(v1: V1, managerId: string, devices: number): Promise<DeviceLogin[]> {
  const names = deviceNames(devices);
  const logins: DeviceLogin[] = [];
  let next = 0;
  const worker = async (number: number) => {
    const sensors = await makeSensorTypes(v1, managerId, number);
    while (next < devices) {
      const device = next++;
      logins[device] = await furnishOne(v1, names[device]!, {
        deviceAlias: `Bench ${device}`,
        managerId,
        template: 'Multiple',
        ...sensors,
        locationMode: 'Gps',
        ...placeOf(device),
        emailLimit: MAIL_LIMIT,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)));
  return logins;
}

/** A device and its alerts. Where a call got no answer in time nobody knows what was made: all of it, once more. */
async function furnishOne(v1: V1, deviceName: string, settings: object): Promise<DeviceLogin> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { mqtt } = await v1.post<{ mqtt: Omit<DeviceLogin, 'deviceName'> }>('/device', {
        deviceName,
        ...settings,
      });
      await makeAlerts(v1, deviceName);
      return { deviceName, ...mqtt };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await v1.send('DELETE', `/device/${deviceName}`);
    }
  }
}

/** As the fields of a device that name them. */
async function makeSensorTypes(v1: V1, userId: string, number: number): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (let sensor = 1; sensor <= SENSORS; sensor++) {
    const sensorName = `Bench sensor ${number}.${sensor}`;
    const made = await v1.post<{ sensor: { id: string } }>('/sensorType', { sensorName, userId });
    fields[`sensorId${sensor}`] = made.sensor.id;
  }
  return fields;
}

async function makeAlerts(v1: V1, deviceName: string): Promise<void> {
  for (const { sensorId, alertType, setPoint, mails } of ALERTS) {
    await v1.post('/alert', {
      deviceName,
      sensorId,
      valueType: 'Current',
      alertType,
      criteria: { values: [setPoint] },
      email: mails ? recipientOf(deviceName) : null,
      message: '$devid $alerttype $setpoint: $data',
    });
  }
}
