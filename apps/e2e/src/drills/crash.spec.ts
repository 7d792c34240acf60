import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alertLogOf, outboxOf } from '@telemon/testing/alert-log';
import type { GivenDevice } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { type Installation, startInstallation } from '../installation.ts';
import {
  SET_POINT,
  type StoredCount,
  compareStored,
  crossingsOf,
  sendNumbered,
} from './numbered-readings.ts';

const LONG = process.env.DRILL_LONG === 'on';
const DEVICES = 50;
const READINGS_PER_DEVICE = LONG ? 4_000 : 400;
const ROUNDS = LONG ? 5 : 1;
const SERVICES = ['mqtt-bridge', 'devices', 'alerting', 'gateway', 'auth', 'logs', 'udp-router', 'reporting'];
const SERVERS = ['mongodb', 'kafka', 'redis', 'nats'];
const RECIPIENT = 'crash-drill@example.com';

describe('the crash drill', () => {
  let installation: Installation;
  const fleet: GivenDevice[] = [];

  beforeAll(async () => {
    installation = await startInstallation();
    const { make, managerId } = installation;
    const sensors = await Promise.all([make.sensorType(managerId), make.sensorType(managerId)]);
    for (let made = 0; made < DEVICES; made++) {
      const device = await make.device(
        managerId,
        sensors.map(({ id }) => id),
        { emailLimit: 100_000 },
      );
      await make.alert(device.device.deviceName, {
        criteria: { values: [SET_POINT] },
        contact: null,
        email: RECIPIENT,
      });
      fleet.push(device);
    }
  }, 300_000);

  afterAll(() => installation?.stop());

  it(
    'loses nothing, doubles nothing and fires once per crossing while everything is killed in turn',
    async () => {
      const { product, api } = installation;
      const acknowledged = new Map(fleet.map(({ device }) => [device.deviceName, new Set<number>()]));
      let count = 0;
      const load = Promise.all(
        fleet.map(({ device, mqtt }) =>
          sendNumbered(product.addresses.mqttPort, mqtt, READINGS_PER_DEVICE, (seq) => {
            acknowledged.get(device.deviceName)!.add(seq);
            count += 1;
          }),
        ),
      );
      const victims = Array.from({ length: ROUNDS }, () => [...SERVICES, ...SERVERS]).flat();
      const total = DEVICES * READINGS_PER_DEVICE;
      for (const [index, victim] of victims.entries()) {
        const due = Math.floor((total * index) / (victims.length + 1));
        await until(() => count >= due, { timeoutMs: 120_000, what: `${due} acknowledged readings` });
        await product.killAndAwait(victim);
      }
      await load;

      const stored: StoredCount = { lost: 0, duplicate: 0, phantom: 0 };
      const compareAll = async () => {
        Object.assign(stored, { lost: 0, duplicate: 0, phantom: 0 });
        for (const [deviceName, seqs] of acknowledged) {
          const { lost, duplicate, phantom } = await compareStored(api, deviceName, seqs);
          stored.lost += lost;
          stored.duplicate += duplicate;
          stored.phantom += phantom;
        }
        return stored.lost === 0;
      };
      await until(compareAll, { timeoutMs: 120_000, everyMs: 1_000 }).catch(() => undefined);

      const expected = crossingsOf(READINGS_PER_DEVICE);
      const entriesOf = async (deviceName: string) =>
        (await alertLogOf(api, deviceName)).map(({ value }) => value);
      const complete = async () => {
        for (const { device } of fleet) {
          if ((await entriesOf(device.deviceName)).length < expected.length) return false;
        }
        return true;
      };
      await until(complete, { timeoutMs: 120_000, everyMs: 1_000 }).catch(() => undefined);
      let missed = 0;
      let twice = 0;
      for (const { device } of fleet) {
        const values = await entriesOf(device.deviceName);
        missed += expected.filter((value) => !values.includes(value)).length;
        twice += values.length - new Set(values).size;
      }

      const due = DEVICES * expected.length;
      const notified = async () =>
        new Set(
          (await outboxOf(api, { to: RECIPIENT })).map(({ text }) => /\S+ is at [\d.]+/.exec(text)?.[0]),
        ).size;
      await until(async () => (await notified()) >= due, { timeoutMs: 120_000, everyMs: 1_000 }).catch(
        () => undefined,
      );
      const counts = {
        acknowledged: count,
        ...stored,
        crossings: due,
        missed,
        firedTwice: twice,
        notNotified: due - (await notified()),
      };
      process.stderr.write(`crash drill: ${JSON.stringify(counts)}\n`);
      expect(counts).toEqual({
        acknowledged: total,
        lost: 0,
        duplicate: 0,
        phantom: 0,
        crossings: due,
        missed: 0,
        firedTwice: 0,
        notNotified: 0,
      });
    },
    LONG ? 3_600_000 : 600_000,
  );
});
