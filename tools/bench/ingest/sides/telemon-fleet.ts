import { type AlertRule, ALERTS, deviceNames, SENSORS, type DeviceLogin } from '../fleet.ts';

/** The part of the /v1 client that is used here. */
interface V1 {
  post<Data>(path: string, body: unknown): Promise<Data>;
  send(method: 'DELETE', path: string): Promise<{ status: number }>;
}

const AT_ONCE = 8;
/** On a busy machine a call may time out. */
const ATTEMPTS = 5;
/** As many mails and SMS as a benchmark can cause. */
const NOTICE_LIMIT = 1_000_000;

/** Around one city, so that a map would show them. */
const placeOf = (device: number) => ({
  lat: 45.7 + (device % 40) / 400,
  lng: 4.8 + Math.floor(device / 40) / 400,
});

/** The message of each alert, and its text about a value in hundredths. */
const MESSAGE = '$devid $alerttype $setpoint: $data';
export const messageOf = (
  deviceName: string,
  { alertType, setPoint }: Pick<AlertRule, 'alertType' | 'setPoint'>,
  value: number,
): string => `${deviceName} ${alertType} ${setPoint}: ${value / 100}`;

export const recipientOf = (deviceName: string): string => `${deviceName}@bench.example.com`;

/** The recipients of an alert of a device, as fields of the request. */
export type RecipientsOf = (rule: AlertRule, device: number) => object;

const byMail =
  (names: readonly string[]): RecipientsOf =>
  ({ mails }, device) => ({ email: mails ? recipientOf(names[device]!) : null });

/** Makes the devices and their alerts over /v1; the managers have equally many. */
export async function furnish(
  v1: V1,
  managerIds: readonly string[],
  devices: number,
  recipientsOf = byMail(deviceNames(devices)),
): Promise<DeviceLogin[]> {
  const names = deviceNames(devices);
  const logins: DeviceLogin[] = [];
  let next = 0;
  const worker = async (number: number) => {
    const sensors = new Map<string, Record<string, string>>();
    while (next < devices) {
      const device = next++;
      const managerId = managerIds[device % managerIds.length]!;
      if (!sensors.has(managerId)) sensors.set(managerId, await makeSensorTypes(v1, managerId, number));
      const settings = {
        deviceAlias: `Bench ${device}`,
        managerId,
        template: 'Multiple',
        ...sensors.get(managerId),
        locationMode: 'Gps',
        ...placeOf(device),
        smsLimit: NOTICE_LIMIT,
        emailLimit: NOTICE_LIMIT,
      };
      const makeOwnAlerts = () => makeAlerts(v1, names[device]!, (rule) => recipientsOf(rule, device));
      logins[device] = await furnishOne(v1, names[device]!, settings, makeOwnAlerts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)));
  return logins;
}

/** Makes a device and its alerts. A call that timed out may have taken effect, so a retry first deletes the device. */
async function furnishOne(
  v1: V1,
  deviceName: string,
  settings: object,
  makeOwnAlerts: () => Promise<void>,
): Promise<DeviceLogin> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { mqtt } = await v1.post<{ mqtt: Omit<DeviceLogin, 'deviceName'> }>('/device', {
        deviceName,
        ...settings,
      });
      await makeOwnAlerts();
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

async function makeAlerts(
  v1: V1,
  deviceName: string,
  recipientsOf: (rule: AlertRule) => object,
): Promise<void> {
  for (const rule of ALERTS) {
    const { sensorId, alertType, setPoint } = rule;
    await v1.post('/alert', {
      deviceName,
      sensorId,
      valueType: 'Current',
      alertType,
      criteria: { values: [setPoint] },
      ...recipientsOf(rule),
      message: MESSAGE,
    });
  }
}
