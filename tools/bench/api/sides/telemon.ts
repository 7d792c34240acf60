import { createSocket } from 'node:dgram';
import { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { Problem } from '../../../servers/problem.ts';
import { step, type Say } from '../../../servers/progress.ts';
import { serverVersions } from '../../machine.ts';
import { telemonProcesses } from '../../telemon-processes.ts';
import { deviceOf, LOCATION, type Owner, PERSON, SENSOR_NAMES } from '../fleet.ts';
import { ARGON2_PREFIX } from './argon2.ts';
import type { FleetSize, Side, SideKind } from './side.ts';

const AT_ONCE = 8;
const ASK_EVERY_MS = 500;
const HEARD_WITHIN_MS = 60_000;

/** The whole product, as `npm start` runs it. */
export const telemon = (say: Say): SideKind => ({
  title: 'Telemon',
  versions: () => serverVersions(say),
  start: (_folder, size) => startTelemon(size, say),
});

/** The part of the /v1 client that is used here. */
interface V1 {
  readonly token: string;
  get<Data>(path: string): Promise<Data>;
  post<Data>(path: string, body: unknown): Promise<Data>;
  all<Row>(path: string, name: string): Promise<Row[]>;
}

async function startTelemon(size: FleetSize, say: Say): Promise<Side> {
  const product = await step(say, 'Starting Telemon', () => WholeProduct.start());
  try {
    const { url, adminEmail, adminPassword, mongoUrl, udpPort } = product.addresses;
    const admin = await ApiClient.signIn(url, adminEmail, adminPassword);
    const locationId = await newLocation(admin);
    const email = 'mona@bench.example.com';
    const owner = await newOwner(admin, email, locationId);
    const other = await newOwner(admin, 'otto@bench.example.com', locationId);
    await refuseOtherHash(mongoUrl, email);
    const manager: V1 = await ApiClient.signIn(url, email, PERSON.password);
    await step(say, `Making ${size.devices} devices`, () => makeDevices(admin, size, owner, other));
    await step(say, 'Sending a reading of each', () => sendReadings(manager, udpPort, size));
    return {
      url,
      email,
      token: manager.token,
      owner,
      processes: () => telemonProcesses(product),
      stop: async () => void (await product.stop()),
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function newLocation(admin: V1): Promise<string> {
  const { data } = await admin.post<{ data: { id: string } }>('/location', { locationName: LOCATION });
  return data.id;
}

async function newOwner(admin: V1, email: string, locationId: string): Promise<Owner> {
  const { user } = await admin.post<{ user: { id: string } }>('/user', {
    ...PERSON,
    email,
    contact: '+15005550006',
    locationId,
    userRole: 'manager',
  });
  const sensorIds: string[] = [];
  for (const sensorName of SENSOR_NAMES) {
    const made = await admin.post<{ sensor: { id: string } }>('/sensorType', { sensorName, userId: user.id });
    sensorIds.push(made.sensor.id);
  }
  return { managerId: user.id, sensorIds };
}

/** Both sides must hash with the same parameters. @throws Problem */
async function refuseOtherHash(mongoUrl: string, email: string): Promise<void> {
  const client = await MongoClient.connect(mongoUrl);
  try {
    const user = await client.db('auth').collection('users').findOne({ email });
    const kept = Object.values(user ?? {}).find((value) => String(value).startsWith('$argon2'));
    if (!String(kept).startsWith(ARGON2_PREFIX))
      throw new Problem(`Telemon hashes with other parameters: ${String(kept)}`);
  } finally {
    await client.close();
  }
}

/** Makes the owner's devices one by one, so that their order is known, and the other manager's in parallel. */
async function makeDevices(
  admin: V1,
  { devices, owned }: FleetSize,
  owner: Owner,
  other: Owner,
): Promise<void> {
  const make = ({ managerId, sensorIds: [sensorId1, sensorId2, sensorId3] }: Owner, number: number) =>
    admin.post('/device', { ...deviceOf(number), managerId, sensorId1, sensorId2, sensorId3 });
  for (let number = 0; number < owned; number++) await make(owner, number);
  let next = owned;
  const worker = async () => {
    while (next < devices) await make(other, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Sends a reading of each device; the owner's are resent until the list shows them. */
async function sendReadings(manager: V1, port: number, { devices, owned }: FleetSize): Promise<void> {
  const socket = createSocket('udp4');
  const send = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const datagram = JSON.stringify({
        deviceId: name,
        TC1: 20.1,
        TC2: 4,
        TC3: 7.5,
        BATTERY: 3.6,
        RSSI: -71,
      });
      socket.send(datagram, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    });
  try {
    for (let number = owned; number < devices; number++) await send(deviceOf(number).deviceName);
    const areAllHeard = async () => {
      const rows = await manager.all<{ deviceName: string; lastUpdated: string | null }>(
        '/device',
        'devices',
      );
      const unheard = rows.filter(({ lastUpdated }) => lastUpdated === null);
      for (const { deviceName } of unheard) await send(deviceName);
      return unheard.length === 0;
    };
    await until(areAllHeard, {
      everyMs: ASK_EVERY_MS,
      timeoutMs: HEARD_WITHIN_MS,
      what: 'a reading of every device',
    });
  } finally {
    socket.close();
  }
}
