import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { telemetryTopic } from '@telemon/contracts/mqtt';
import type { GivenDevice } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/testing/mqtt-device';
import { type MqttClient, connectAsync } from 'mqtt';
import { setTimeout as delay } from 'node:timers/promises';
import { type Installation, useInstallation } from '../installation.ts';

/** A device's readings stop within this of the end of its login, ms. */
const ENDED_WITHIN_MS = 2_000;
/** Tries per way in which a login ends. */
const TRIES = 24;
const AT_ONCE = 8;
/** Connections of one login around its end. */
const CONNECTIONS = 6;
const AROUND_MS = 500;
const SENT_EVERY_MS = 40;

/** What a reading says of the login that it was sent with. */
const FORMER = 1;
const PRESENT = 2;

const soon = (mostMs = AROUND_MS) => delay(Math.random() * mostMs);

describe('a login that ends while its device signs in', () => {
  let installation: Installation;
  /** Of those that try at once, each has its own: devices that are made at once with the same wait for each other. */
  const sensors: string[][] = [];

  beforeAll(async () => {
    installation = await useInstallation();
    const { make, managerId } = installation;
    while (sensors.length < AT_ONCE) {
      sensors.push([(await make.sensorType(managerId)).id, (await make.sensorType(managerId)).id]);
    }
  }, 300_000);

  afterAll(() => installation?.stop());

  /** Connects with a login, if it is let in, and sends for as long as it is: whose login it is, and when. */
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

  /** Ends a new device's login while the device signs in again and again. Answers with what is left of it afterwards. */
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
    await delay(ENDED_WITHIN_MS - (Date.now() - begunAt - endedAt * 1_000));
    const stillOpen = clients.filter(({ connected }) => connected).length;
    // What would be stored of those that are still open.
    await delay(500);
    const served = present && (next?.connected ? next : await connectAndSend(present, PRESENT));
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

  it('keeps no connection and stores nothing after two seconds where its password changed', async () => {
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

  it('keeps no connection after two seconds where its device is deleted', async () => {
    const counts = await tryOften(async (given) => {
      await remove(given);
      return null;
    });
    expect(counts).toMatchObject({ stillOpen: 0 });
  }, 300_000);

  it('brings nothing to a device that is made anew under its name', async () => {
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
