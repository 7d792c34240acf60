import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import type { Device } from '@telemon/contracts/devices/devices';
import { DAY_MS } from '@telemon/contracts/durations';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readDemo } from './demo-file.ts';
import { ALERTS } from './alerts.ts';
import { DEVICES, type DemoDevice, TANK_SENSOR } from './fleet.ts';
import { STEP_MS, historyOf } from './history.ts';
import { ASSISTANTS, MANAGERS } from './people.ts';
import { BUILDINGS } from './sites.ts';

const REMOVE = fileURLToPath(new URL('remove.ts', import.meta.url));

let product: WholeProduct;
let admin: ApiClient;

const demo = () => readDemo(product.dataDir)!;
/** How many readings of a device's history are stored. */
const stored = async (deviceName: string) => {
  const { historyEnd } = demo();
  const range = new URLSearchParams({
    fromDate: new Date(historyEnd - 30 * DAY_MS + STEP_MS).toISOString(),
    toDate: new Date(historyEnd).toISOString(),
    limit: '1',
  });
  const { pagination } = await admin.get<{ pagination: { totalCount: number } }>(
    `/deviceDashboard/getSensorLog/${deviceName}?${range}`,
  );
  return pagination.totalCount;
};
const isWholePastSent = () =>
  DEVICES.every(({ deviceName }) => demo().sentUpTo[deviceName] === demo().historyEnd);
/** How many readings a device's history has. */
const sent = (device: DemoDevice) =>
  [...historyOf(device, demo().historyEnd)].reduce((sum, { readings }) => sum + readings.length, 0);
const named = (name: string) => (rows: { name: string }[]) => rows.filter((row) => row.name === name).length;

beforeAll(async () => {
  product = await WholeProduct.start({ DEMO: 'auto', RATE_LIMITS: 'on' });
  const { url, adminEmail, adminPassword } = product.addresses;
  admin = await ApiClient.signIn(url, adminEmail, adminPassword);
}, 240_000);

afterAll(async () => {
  await product?.stop();
});

describe('the demo fleet of a new installation', () => {
  it('is made once, even when the simulator is killed meanwhile', async () => {
    await until(() => Object.keys(demo()?.logins ?? {}).length > 5);
    process.kill(product.pid('simulator'), 'SIGKILL');
    await until(() => demo().state === 'made', { timeoutMs: 120_000 });
    const devices = await admin.all<Device>('/device', 'devices');
    expect(devices.map(({ deviceName }) => deviceName).sort()).toEqual(
      DEVICES.map(({ deviceName }) => deviceName).sort(),
    );
    const { managers } = await admin.get<{ managers: { name: string }[] }>('/getAllManagers');
    for (const { name } of Object.values(MANAGERS)) expect(named(name)(managers)).toBe(1);
    const alerts = await admin.all('/alert', 'alerts');
    expect(alerts).toHaveLength(ALERTS.length);
    expect(await admin.all('/building', 'building')).toHaveLength(BUILDINGS.length);
    const floorsDrawn = BUILDINGS.flatMap(({ floors }) => Object.values(floors));
    expect(await admin.all('/floor', 'floor')).toHaveLength(floorsDrawn.length);
    const assigned = await admin.all<Assignment>('/assignedDevice', 'assignedManagers');
    expect(assigned.map(({ deviceName }) => deviceName).sort()).toEqual(
      Object.values(ASSISTANTS)
        .flatMap(({ devices: names }) => names)
        .sort(),
    );
    const sensors = await admin.all<SensorType>('/sensorType', 'sensors');
    expect(sensors.filter(({ mapped }) => mapped).map(({ sensorName }) => sensorName)).toEqual([TANK_SENSOR]);
  }, 240_000);

  it('fires an alert within two minutes, whose SMS and e-mail reach the outbox', async () => {
    const [first] = ALERTS;
    const entry = await until(
      async () => {
        const entries = await admin.all<AlertLogEntry>('/alertLog', 'alertLogs');
        return entries.find(({ deviceName }) => deviceName === first!.deviceName);
      },
      { timeoutMs: 120_000, everyMs: 500, what: 'an alert' },
    );
    expect(entry).toMatchObject({ alertType: first!.alertType, sensorId: first!.sensorId });
    await until(
      async () => {
        const messages = await admin.all<OutboxMessage>('/outbox', 'messages');
        return new Set(messages.map(({ kind }) => kind)).size === 2;
      },
      { everyMs: 250, what: 'an SMS and an e-mail' },
    );
  }, 240_000);

  it('has its whole history exactly once, which fired no alert', async () => {
    process.kill(product.pid('simulator'), 'SIGKILL');
    await until(isWholePastSent, { timeoutMs: 240_000, everyMs: 500, what: 'the history' });
    for (const device of DEVICES) {
      const { deviceName } = device;
      // Calls are limited.
      await until(async () => (await stored(deviceName)) >= sent(device), {
        everyMs: 500,
        what: `the history of ${deviceName}`,
      });
      expect({ deviceName, readings: await stored(deviceName) }).toEqual({
        deviceName,
        readings: sent(device),
      });
    }
    const entries = await admin.all<AlertLogEntry>('/alertLog', 'alertLogs');
    for (const { triggeredAt } of entries) expect(Date.parse(triggeredAt)).toBeGreaterThan(demo().historyEnd);
  }, 400_000);

  it('sends current readings from every device', async () => {
    await until(
      async () => {
        const devices = await admin.all<Device>('/device', 'devices');
        return devices.every(
          ({ lastUpdated }) => lastUpdated !== null && Date.now() - Date.parse(lastUpdated) < 20_000,
        );
      },
      { timeoutMs: 120_000, everyMs: 500, what: 'a current reading of every device' },
    );
  });

  it('is removed by one command and does not come back', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [REMOVE, '--data', product.dataDir]);
    expect(stdout).toContain(`Removed ${DEVICES.length} devices`);
    expect(await admin.all('/device', 'devices')).toEqual([]);
    expect(await admin.all('/alert', 'alerts')).toEqual([]);
    expect(await admin.all('/sensorType', 'sensors')).toEqual([]);
    expect(await admin.all('/building', 'building')).toEqual([]);
    expect(await admin.all('/floor', 'floor')).toEqual([]);
    expect(await admin.get('/getAllManagers')).toEqual({ managers: [] });
    await until(() => {
      try {
        process.kill(product.pid('simulator'), 0);
        return false;
      } catch {
        return true;
      }
    });
    expect(demo().state).toBe('removed');
  });
});
