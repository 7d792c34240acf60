import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import { type Installation, useInstallation } from '../installation.ts';

/** How soon a change is in force, ms; devices may send ten messages a second. */
const IN_FORCE = { timeoutMs: 5_000, everyMs: 200 };

describe('an admin who blocks a topic', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await useInstallation();
  }, 300_000);
  afterAll(() => installation?.stop());

  it('stops the readings on it within five seconds, and lets them through again', async () => {
    const { api, make, managerId, product } = installation;
    const sensor = await make.sensorType(managerId);
    const { device, mqtt } = await make.device(managerId, [sensor.id]);
    const { deviceName } = device;
    const options = { ...mqtt, protocolVersion: 5, reconnectPeriod: 0 } as const;
    const client = await connectAsync(`mqtt://127.0.0.1:${product.addresses.mqttPort}`, options);
    const send = (TC1: number): Promise<unknown> =>
      client.publishAsync(telemetryTopic(deviceName), JSON.stringify({ TC1 }), { qos: 1 }).then(
        () => 'stored',
        ({ code }: { code: unknown }) => code,
      );
    const stored = async () => {
      const path = `/deviceDashboard/getSensorLog/${deviceName}?limit=100`;
      return (await api.get<{ sensorLog: SensorLogRow[] }>(path)).sensorLog.map(({ TC1 }) => TC1);
    };
    expect(await send(1)).toBe('stored');

    const topicName = `devices/${deviceName}/+`;
    const { blockedTopic } = await api.post<{ blockedTopic: BlockedTopic }>('/mqttLog/blockTopic', {
      topicName,
    });
    await until(async () => (await send(2)) === 0x87, { ...IN_FORCE, what: 'the block' });
    for (let count = 0; count < 3; count++) expect(await send(3)).toBe(0x87);
    await api.expect('DELETE', `/mqttLog/blockTopic/${blockedTopic.id}`);
    await until(async () => (await send(4)) === 'stored', { ...IN_FORCE, what: 'the end of the block' });
    await until(async () => (await stored()).includes(4));
    expect(await stored()).not.toContain(3);
    await client.endAsync();
  });
});
