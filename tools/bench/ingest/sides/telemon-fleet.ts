import { ALERTS, deviceNames, SENSORS, type DeviceLogin } from '../fleet.ts';

/** The part of the /v1 client that is used here. */
export interface V1 {
  post<Data>(path: string, body: unknown): Promise<Data>;
  send(method: 'DELETE', path: string): Promise<{ status: number }>;
}

const AT_ONCE = 8;
/** On a busy machine a call may time out. */
const ATTEMPTS = 5;
/** As many mails as the benchmark can cause. */
const MAIL_LIMIT = 1_000_000;

/** Around one city, so that a map would show them. */
const placeOf = (device: number) => ({
  lat: 45.7 + (device % 40) / 400,
  lng: 4.8 + Math.floor(device / 40) / 400,
});

export const recipientOf = (deviceName: string): string => `${deviceName}@bench.example.com`;

/** Makes the devices and their alerts over /v1. */
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

/** Makes a device and its alerts. A call that timed out may have taken effect, so a retry first deletes the device. */
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

/** Returns their ids as fields of a device. */
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
