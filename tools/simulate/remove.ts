// `npm run demo:remove`: removes the demo fleet, with its alerts, buildings, sensor types, assistants and managers.
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Device } from '@telemon/contracts/devices/devices';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Demo, readDemo, writeDemo } from './demo-file.ts';
import { DEVICES, sensorsOf } from './fleet.ts';
import { assistantOf } from './make-assistants.ts';
import { locationOf, newDemo } from './make.ts';
import { ASSISTANTS, MANAGERS, type ManagerKey } from './people.ts';
import { Portal, PortalRefusal, TryLater, withRetries } from './portal.ts';
import { removeSites } from './remove-sites.ts';

/** Time for a running simulator to notice the removal and end, ms. */
const SIMULATOR_ENDS_WITHIN_MS = 2_500;
const TRIES = 10;

const HELP = `npm run demo:remove -- [--data FOLDER]

Removes the demo fleet from a running Telemon: its devices with their alerts, buildings and floors,
sensor types, assistants and managers.
It does not come back; 'npm start -- --demo' makes a new one.`;

interface Addresses {
  url: string;
  adminEmail: string;
  adminPassword: string;
}

const addressesOf = (dataFolder: string): Addresses => {
  try {
    return JSON.parse(readFileSync(join(dataFolder, 'addresses.json'), 'utf8')) as Addresses;
  } catch {
    throw new Error(`Telemon is not running on ${dataFolder}. Start it with npm start, then do this again.`);
  }
};

interface Removed {
  alerts: number;
  devices: number;
  floors: number;
  buildings: number;
  sensorTypes: number;
  assistants: number;
  managers: number;
  /** The managers that stay, and why. */
  kept: string[];
}

/** Removes the fleet, but nothing that a person has added to it. Counts over all tries. */
export const removeFleet = async (portal: Portal, demo: Demo): Promise<Removed> => {
  const removed: Removed = {
    alerts: 0,
    devices: 0,
    floors: 0,
    buildings: 0,
    sensorTypes: 0,
    assistants: 0,
    managers: 0,
    kept: [],
  };
  await withRetries(() => removeRest(portal, demo, removed), TRIES);
  return removed;
};

/** Removes what is left of the fleet, and adds it to `removed`. */
const removeRest = async (portal: Portal, demo: Demo, removed: Removed): Promise<void> => {
  removed.kept = [];
  const { managers } = await portal.get<{ managers: { id: string; name: string }[] }>('/getAllManagers');
  const owners = new Map<string, ManagerKey>();
  for (const key of Object.keys(MANAGERS) as ManagerKey[]) {
    const found = managers.find(
      ({ id, name }) => id === demo.managers[key].id || name === MANAGERS[key].name,
    );
    if (found) owners.set(found.id, key);
  }
  const names = new Set(DEVICES.map(({ deviceName }) => deviceName));
  const isOurs = ({ deviceName, managerId }: Device) =>
    names.has(deviceName) && (owners.has(managerId) || demo.logins[deviceName] !== undefined);
  const devices = await portal.all<Device>('/device', 'devices');
  for (const { deviceName } of devices.filter(isOurs)) {
    for (const { id } of await portal.all<Alert>(`/deviceDashboard/getAlertData/${deviceName}`, 'alerts')) {
      await portal.remove(`/alert/${id}`);
      removed.alerts++;
    }
    await portal.remove(`/device/${deviceName}`);
    removed.devices++;
  }
  for (const [id, key] of owners) {
    const reasons = devices
      .filter((device) => device.managerId === id && !isOurs(device))
      .map(({ deviceName }) => `device ${deviceName}`);
    reasons.push(...(await removeSites(portal, id, removed)));
    reasons.push(...(await removeSensorTypes(portal, id, key, removed)));
    await removeAssistants(portal, id, key, removed);
    if (reasons.length > 0) {
      removed.kept.push(`${MANAGERS[key].name}, who has ${reasons.join(', ')}`);
      continue;
    }
    await portal.remove(`/user/${id}`);
    removed.managers++;
  }
  for (const { locationName } of Object.values(MANAGERS)) await removeLocation(portal, locationName);
};

const removeAssistants = async (
  portal: Portal,
  managerId: string,
  key: ManagerKey,
  removed: Removed,
): Promise<void> => {
  for (const { manager, email } of Object.values(ASSISTANTS)) {
    if (manager !== key) continue;
    const assistant = await assistantOf(portal, email);
    if (assistant?.managerId !== managerId) continue;
    await portal.remove(`/user/${assistant.id}`);
    removed.assistants++;
  }
};

/** A location with other users stays. */
const removeLocation = async (portal: Portal, name: string): Promise<void> => {
  const found = await locationOf(portal, name);
  try {
    if (found) await portal.remove(`/location/${found.id}`);
  } catch (error) {
    if (!(error instanceof PortalRefusal && error.status === 409)) throw error;
  }
};

/** Returns those that stay. */
const removeSensorTypes = async (
  portal: Portal,
  managerId: string,
  key: ManagerKey,
  removed: Removed,
): Promise<string[]> => {
  const kept: string[] = [];
  const { sensors } = await portal.get<{ sensors: SensorType[] }>(`/getAllSensorType/${managerId}`);
  for (const { id, sensorName } of sensors) {
    try {
      if (!sensorsOf(key).includes(sensorName)) throw new PortalRefusal(409, 'not of the fleet');
      await portal.remove(`/sensorType/${id}`);
      removed.sensorTypes++;
    } catch (error) {
      if (!(error instanceof PortalRefusal && error.status === 409)) throw error;
      kept.push(`sensor type ${sensorName}`);
    }
  }
  return kept;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { data: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(HELP);
  const checkout = fileURLToPath(new URL('../..', import.meta.url));
  const dataFolder = values.data ?? process.env.DATA_DIR ?? join(checkout, '.telemon');
  const demo = readDemo(dataFolder);
  if (!demo) return console.log('There is no demo fleet here.');
  const { url, adminEmail, adminPassword } = addressesOf(dataFolder);
  if (demo.state !== 'removed') {
    writeDemo(dataFolder, { ...demo, state: 'removed' });
    await delay(SIMULATOR_ENDS_WITHIN_MS);
  }
  const portal = new Portal(url, {
    email: adminEmail,
    password: process.env.ADMIN_PASSWORD ?? adminPassword,
  });
  const removed = await removeFleet(portal, demo);
  // Drops the logins of the removed devices and users.
  writeDemo(dataFolder, { ...newDemo(0), state: 'removed' });
  const { kept, ...counts } = removed;
  if (Object.values(counts).every((count) => count === 0) && kept.length === 0)
    return console.log('There is no demo fleet here.');
  const { alerts, devices, floors, buildings, sensorTypes, assistants, managers } = counts;
  console.log(
    `Removed ${devices} devices, ${alerts} alerts, ${floors} floors, ${buildings} buildings, ` +
      `${sensorTypes} sensor types, ${assistants} assistants, ${managers} managers.`,
  );
  for (const what of kept) console.log(`Kept ${what}.`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    const isAway = error instanceof TryLater;
    console.error(isAway ? `Telemon does not answer: ${error.message}` : (error as Error).message);
    process.exitCode = 1;
  }
}
