import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { GivenDevice } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { type MqttClient, connectAsync } from 'mqtt';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { type Installation, useInstallation } from '../installation.ts';

/** Time after the end of a login within which its readings stop, ms. */
const ENDED_WITHIN_MS = 2_000;
/** Tries per kind of end of a login. */
const TRIES = 24;
const AT_ONCE = 8;
/** Connections of one login around its end. */
const CONNECTIONS = 6;
const AROUND_MS = 500;
const SENT_EVERY_MS = 40;

/** The TC1 value of a reading: which login sent it. */
const FORMER = 1;
const PRESENT = 2;

/** Turns of the event loop in which a connection that was closed becomes closed for its client. */
const TURNS_TO_CLOSE = 3;

const soon = (mostMs = AROUND_MS) => delay(Math.random() * mostMs);

describe('a login that ends while its device signs in', () => {
  let installation: Installation;
  /** Separate sensors for each concurrent try, because devices that are created with the same sensor wait for each other. */
  const sensors: string[][] = [];

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId } = installation;
    while (sensors.length < AT_ONCE) {
      sensors.push([(await make.sensorType(managerId)).id, (await make.sensorType(managerId)).id]);
    }
  }, 300_000);

  afterAll(() => installation?.stop());

  /** Connects with a login and sends `whose` (TC1) and the time (TC2) while connected; null if the login is refused. */
  const connectAndSend = async (
    { username, password }: MqttLogin,
    whose: number,
  ): Promise<MqttClient | null> => {
    const { mqttPort: port } = installation.product.addresses;
    const options = { username, password, reconnectPeriod: 0, connectTimeout: 5_000 };
    try {
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options, false);
      client.on('error', () => undefined);
      const timer = setInterval(() => {
        const seconds = (Date.now() - begunAt) / 1_000;
        client.publish(telemetryTopic(username), JSON.stringify({ TC1: whose, TC2: seconds }), { qos: 1 });
      }, SENT_EVERY_MS);
      client.on('close', () => clearInterval(timer));
      return client;
    } catch {
      return null;
    }
  };

  const begunAt = Date.now();
  const logOf = ({ device }: GivenDevice) =>
    installation.api.all<SensorLogRow>(`/deviceDashboard/getSensorLog/${device.deviceName}`, 'sensorLog');

  /** Waits until a reading of the present login is stored that was sent after `time`: earlier readings are stored then, too. */
  const untilStored = (given: GivenDevice, time: number) =>
    until(async () => (await logOf(given)).some(({ TC1, TC2 }) => TC1 === PRESENT && Number(TC2) > time), {
      everyMs: 100,
      what: 'a reading of the present login',
    });

  /** Ends a new device's login while the device opens connections. Returns the counts of open connections and readings. */
  const tryOnce = async (
    sensorIds: string[],
    end: (given: GivenDevice, sensorIds: string[]) => Promise<MqttLogin | null>,
  ) => {
    const { make, managerId } = installation;
    const given = await make.device(managerId, sensorIds);
    const former = Array.from({ length: CONNECTIONS }, async () => {
      await soon(2 * AROUND_MS);
      return connectAndSend(given.mqtt, FORMER);
    });
    await soon();
    const present = await end(given, sensorIds);
    const endedAt = (Date.now() - begunAt) / 1_000;
    const next = present && (await connectAndSend(present, PRESENT));
    const clients = (await Promise.all(former)).filter((client) => client !== null);
    const areClosed = () => clients.every(({ connected }) => !connected);
    const timeoutMs = ENDED_WITHIN_MS - (Date.now() - begunAt - endedAt * 1_000);
    await until(areClosed, { timeoutMs, everyMs: 5 }).catch(() => undefined);
    // This process may be late, too.
    for (let turn = 0; turn < TURNS_TO_CLOSE; turn++) await nextTurn();
    const stillOpen = clients.filter(({ connected }) => connected).length;
    const checkedAt = (Date.now() - begunAt) / 1_000;
    const served = present && (next?.connected ? next : await connectAndSend(present, PRESENT));
    if (served !== null) await untilStored(given, checkedAt);
    for (const client of [...clients, next, served]) client?.end(true);
    const isServed = present === null || served !== null;
    const rows = present ? await logOf(given) : [];
    const late = rows.filter(
      ({ TC1, TC2 }) => TC1 === FORMER && Number(TC2) > endedAt + ENDED_WITHIN_MS / 1_000,
    );
    const count = (whose: number) => rows.filter(({ TC1 }) => TC1 === whose).length;
    return { stillOpen, late: late.length, former: count(FORMER), present: count(PRESENT), isServed };
  };

  const tryOften = async (end: Parameters<typeof tryOnce>[1]) => {
    const total = { stillOpen: 0, late: 0, former: 0, notServed: 0, present: 0 };
    for (let tries = 0; tries < TRIES; tries += AT_ONCE) {
      for (const one of await Promise.all(sensors.map((sensorIds) => tryOnce(sensorIds, end)))) {
        total.stillOpen += one.stillOpen;
        total.late += one.late;
        total.former += one.former;
        total.present += one.present;
        if (!one.isServed) total.notServed++;
      }
    }
    process.stderr.write(`${TRIES} logins ended: ${JSON.stringify(total)}\n`);
    return total;
  };

  const remove = ({ device }: GivenDevice) =>
    installation.api.expect('DELETE', `/device/${device.deviceName}`);

  it('has no connection and stores no reading two seconds after a change of its password', async () => {
    const counts = await tryOften(async ({ device }) => {
      const { mqtt } = await installation.api.post<{ mqtt: MqttLogin }>(
        `/device/${device.deviceName}/credentials`,
        {},
      );
      return mqtt;
    });
    expect(counts).toMatchObject({ stillOpen: 0, late: 0, notServed: 0 });
    expect(counts.present).toBeGreaterThan(0);
  }, 300_000);

  it('has no connection two seconds after the deletion of its device', async () => {
    const counts = await tryOften(async (given) => {
      await remove(given);
      return null;
    });
    expect(counts).toMatchObject({ stillOpen: 0 });
  }, 300_000);

  it('adds no reading to a new device under the same name', async () => {
    const counts = await tryOften(async (given, sensorIds) => {
      await remove(given);
      const { make, managerId } = installation;
      const anew = { deviceName: given.device.deviceName };
      return (await make.device(managerId, sensorIds, anew)).mqtt;
    });
    expect(counts).toMatchObject({ stillOpen: 0, former: 0, notServed: 0 });
    expect(counts.present).toBeGreaterThan(0);
  }, 300_000);
});
