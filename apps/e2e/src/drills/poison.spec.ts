import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import type { GivenDevice } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { POISON } from '@telemon/testing/poison';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { createSocket } from 'node:dgram';
import { type Installation, useInstallation, storedAbout } from '../installation.ts';

/** Time within which the reading after a bad payload is stored, ms. */
const NEXT_STORED_WITHIN_MS = 1_000;

interface LogRow {
  deviceName: string;
  reasons: string[];
}

describe('the poison drill', () => {
  let installation: Installation;
  let processes: Map<string, number>;
  let target: GivenDevice;
  let name: string;
  let good = 0;

  beforeAll(async () => {
    installation = await useInstallation();
    processes = installation.product.pids();
    const { make, managerId } = installation;
    const sensor = await make.sensorType(managerId);
    target = await make.device(managerId, [sensor.id]);
    name = target.device.deviceName;
  }, 300_000);

  afterAll(() => installation?.stop());

  const newest = async () => {
    const { sensorLog } = await installation.api.get<{ sensorLog: SensorLogRow[] }>(
      `/deviceDashboard/getSensorLog/${name}?limit=1`,
    );
    return sensorLog[0]?.TC1;
  };

  const storedAfterMs = (value: number) =>
    timeOf(() => until(async () => (await newest()) === value, { everyMs: 10, what: `reading ${value}` }));

  const refused = async () => {
    const rows = await storedAbout<LogRow>(installation.product, {
      database: 'logs',
      collection: 'mqtt_log_rows',
      deviceName: name,
    });
    return rows.filter(({ reasons }) => reasons.length > 0);
  };

  it('refuses each bad payload over MQTT with a reason and stores the next good one within a second', async () => {
    const device = await MqttDevice.connect(installation.product.addresses.mqttPort, target.mqtt);
    const slow: string[] = [];
    let sent = 0;
    for (const { name: poison, payload } of POISON) {
      const nextStored = async () => {
        sent += 1;
        await device.send(payload);
        good += 1;
        await device.send({ TC1: good });
        return storedAfterMs(good);
      };
      if ((await quickest(nextStored, NEXT_STORED_WITHIN_MS)) > NEXT_STORED_WITHIN_MS) slow.push(poison);
    }
    device.end();
    expect(slow).toEqual([]);

    const reasons = await until(
      async () => {
        const rows = await refused();
        return rows.length >= sent && rows.map(({ reasons: [reason] }) => reason!);
      },
      { what: `${sent} refusals in the log` },
    );
    process.stderr.write(`poison drill over MQTT: ${sent} sent, ${reasons.length} refused with a reason\n`);
    expect(reasons).toHaveLength(sent);
    expect(reasons.every((reason) => reason.length > 3)).toBe(true);
  });

  it('refuses a message that is too large and goes on with the next connection', async () => {
    const device = await MqttDevice.connect(installation.product.addresses.mqttPort, target.mqtt);
    void device.send(Buffer.alloc(300 * 1024, 0x20));
    device.end();
    const next = await MqttDevice.connect(installation.product.addresses.mqttPort, target.mqtt);
    const nextStored = async () => {
      good += 1;
      await next.send({ TC1: good });
      return storedAfterMs(good);
    };
    expect(await quickest(nextStored, NEXT_STORED_WITHIN_MS)).toBeLessThan(NEXT_STORED_WITHIN_MS);
    next.end();
  });

  it('survives each bad datagram over UDP and stores the next good one within a second', async () => {
    const socket = createSocket('udp4');
    const send = (payload: Buffer | string) =>
      new Promise<void>((resolve, reject) => {
        socket.send(payload, installation.product.addresses.udpPort, '127.0.0.1', (error) =>
          error ? reject(error) : resolve(),
        );
      });
    const slow: string[] = [];
    const fitting = POISON.filter(({ payload }) => payload.length < 60_000);
    for (const { name: poison, payload } of fitting) {
      const nextStored = async () => {
        await send(payload);
        await send(Buffer.concat([Buffer.from(`${name},`), payload]));
        await send(payload.toString('latin1').replace('{', `{"deviceId":"${name}",`));
        good += 1;
        await send(JSON.stringify({ deviceId: name, TC1: good }));
        return storedAfterMs(good);
      };
      if ((await quickest(nextStored, NEXT_STORED_WITHIN_MS)) > NEXT_STORED_WITHIN_MS) slow.push(poison);
    }
    socket.close();
    process.stderr.write(`poison drill over UDP: ${fitting.length * 3} datagrams sent\n`);
    expect(slow).toEqual([]);
  });

  it('crashes no process', () => {
    expect(installation.product.pids()).toEqual(processes);
  });
});
