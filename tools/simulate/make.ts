import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Device, MqttLogin } from '@telemon/contracts/devices/devices';
import type { Location } from '@telemon/contracts/auth/locations';
import { LATE_AFTER_MS } from '@telemon/contracts/readings';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { User } from '@telemon/contracts/auth/users';
import { randomBytes } from 'node:crypto';
import type { Demo } from './demo-file.ts';
import { ALERTS, type DemoAlert } from './alerts.ts';
import { DEVICES, type DemoDevice, TANK_SENSOR, sensorsOf } from './fleet.ts';
import { STEP_MS } from './history.ts';
import { makeAssistants } from './make-assistants.ts';
import { makeSites } from './make-sites.ts';
import type { Making } from './making.ts';
import { ASSISTANTS, type AssistantKey, MANAGERS, type ManagerKey } from './people.ts';
import { type Portal, PortalRefusal, TryLater, withRetries } from './portal.ts';
import { type Ids, alertRequest, deviceRequest } from './requests.ts';
import { tankTableFile } from './tank-table.ts';

/** Attempts until other services have the fact of a new manager or device. */
const TRIES_FOR_NEWS = 30;

const MANAGER_KEYS = Object.keys(MANAGERS) as ManagerKey[];

/** A login with a new password. */
const newLogin = ({ email }: { email: string }) => ({
  email,
  password: randomBytes(12).toString('base64url'),
});

/** The end of a new fleet's history, epoch ms: so long ago that none of it starts an alert. */
export const historyEnd = (now: number): number =>
  Math.floor((now - LATE_AFTER_MS - 60_000) / STEP_MS) * STEP_MS;

/** The state of a fleet that is not made yet. */
export const newDemo = (now: number): Demo => ({
  state: 'making',
  historyEnd: historyEnd(now),
  liveFrom: null,
  managers: Object.fromEntries(
    MANAGER_KEYS.map((key) => [key, { id: null, ...newLogin(MANAGERS[key]) }]),
  ) as Demo['managers'],
  assistants: Object.fromEntries(
    (Object.keys(ASSISTANTS) as AssistantKey[]).map((key) => [key, newLogin(ASSISTANTS[key])]),
  ) as Demo['assistants'],
  logins: {},
  sentUpTo: {},
});

/** Whether the installation has neither managers nor devices. */
export const isEmpty = (portal: Portal): Promise<boolean> =>
  withRetries(async () => {
    const { managers } = await portal.get<{ managers: unknown[] }>('/getAllManagers');
    const { devices } = await portal.get<{ devices: unknown[] }>('/device?limit=1');
    return managers.length === 0 && devices.length === 0;
  });

/**
 * Makes managers, sensor types, buildings with floors, devices, assistants and alerts. It may be interrupted at any point:
 * the next call makes the rest.
 */
export const makeFleet = async (making: Making): Promise<void> => {
  const { demo, save } = making;
  await makeManagers(making);
  for (const key of MANAGER_KEYS) {
    const managerId = demo.managers[key].id!;
    const sensors = await makeSensorTypes(making.portal, key, managerId);
    const floors = await makeSites(making.portal, key, managerId);
    for (const device of DEVICES) {
      if (device.manager !== key || demo.logins[device.deviceName]) continue;
      demo.logins[device.deviceName] = await withRetries(() =>
        loginOf(making.portal, device, { managerId, sensors, floors }),
      );
      save();
    }
  }
  await makeAssistants(making);
  for (const alert of ALERTS) await withRetries(() => makeAlert(making.portal, alert), TRIES_FOR_NEWS);
};

const makeManagers = async ({ portal, demo, save }: Making): Promise<void> => {
  for (const key of MANAGER_KEYS.filter((each) => demo.managers[each].id === null)) {
    demo.managers[key].id = await withRetries(() => managerId(portal, key, demo));
    save();
  }
};

const managerId = async (portal: Portal, key: ManagerKey, demo: Demo): Promise<string> => {
  const { managers } = await portal.get<{ managers: { id: string; name: string }[] }>('/getAllManagers');
  const made = managers.find(({ name }) => name === MANAGERS[key].name);
  if (made) return made.id;
  const { password } = demo.managers[key];
  const { locationName, ...fields } = MANAGERS[key];
  const location =
    (await locationOf(portal, locationName)) ??
    (await portal.post<{ data: Location }>('/location', { locationName })).data;
  const request = { ...fields, password, userRole: 'manager', locationId: location.id };
  return (await portal.post<{ user: User }>('/user', request)).user.id;
};

/** The location of this name; undefined where there is none. */
export const locationOf = async (portal: Portal, name: string): Promise<Location | undefined> => {
  const { locations } = await portal.get<{ locations: Location[] }>('/getAllLocation');
  return locations.find(({ locationName }) => locationName === name);
};

/** Makes missing sensor types; returns all ids by name. */
const makeSensorTypes = async (
  portal: Portal,
  key: ManagerKey,
  userId: string,
): Promise<Map<string, string>> => {
  const list = () => portal.get<{ sensors: SensorType[] }>(`/getAllSensorType/${userId}`);
  const ids = new Map<string, string>();
  for (const sensorName of sensorsOf(key)) {
    await withRetries(async () => {
      const made = (await list()).sensors.find((sensor) => sensor.sensorName === sensorName);
      const { id, mapped } =
        made ?? (await portal.post<{ sensor: SensorType }>('/sensorType', { sensorName, userId })).sensor;
      if (sensorName === TANK_SENSOR && !mapped)
        await portal.upload(`/sensorType/upload/${id}`, 'file', tankTableFile());
      ids.set(sensorName, id);
    }, TRIES_FOR_NEWS);
  }
  return ids;
};

/** Makes a device and returns its login; a new login if an earlier attempt made the device. */
const loginOf = async (portal: Portal, demoDevice: DemoDevice, ids: Ids): Promise<MqttLogin> => {
  const { deviceName } = demoDevice;
  try {
    const made = await portal.post<{ mqtt: MqttLogin }>('/device', deviceRequest(demoDevice, ids));
    return made.mqtt;
  } catch (error) {
    if (!(error instanceof PortalRefusal && error.status === 409)) throw error;
    const { deviceData } = await portal.get<{ deviceData: Device }>(`/device/${deviceName}`);
    if (deviceData.managerId !== ids.managerId) throw error;
    return (await portal.post<{ mqtt: MqttLogin }>(`/device/${deviceName}/credentials`)).mqtt;
  }
};

const makeAlert = async (portal: Portal, alert: DemoAlert): Promise<void> => {
  try {
    const path = `/deviceDashboard/getAlertData/${alert.deviceName}`;
    const isMade = (await portal.all<Alert>(path, 'alerts')).some(
      ({ alertType, sensorId, criteria }) =>
        alertType === alert.alertType && sensorId === alert.sensorId && criteria.values[0] === alert.setPoint,
    );
    if (!isMade) await portal.post('/alert', alertRequest(alert));
  } catch (error) {
    // The fact of the device may not have reached the alerting service yet.
    if (error instanceof PortalRefusal && error.status === 404) throw new TryLater(error.message, 250);
    throw error;
  }
};
