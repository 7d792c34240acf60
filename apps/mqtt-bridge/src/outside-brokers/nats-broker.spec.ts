import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@telemon/testing/free-ports';
import { until } from '@telemon/testing/waiting';
import type { MqttClient } from 'mqtt';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringNats } from '../../../../tools/servers/nats.ts';
import {
  GivenOutsideBroker,
  publishSeqs,
  publisherAt,
  seqsIn,
  upTo,
} from '../../testing/given-outside-broker.ts';

const LOGIN = 'plant:of%20my%20plant';
const topicOf = (deviceName: string) => `plant/north/${deviceName}/data`;

let folder: string;
let port: number;
let broker: ChildProcess;
let client: MqttClient;
let variables: Record<string, string>;

const run = async (): Promise<void> => {
  broker = spawn(await bringNats(() => undefined), ['-c', join(folder, 'nats.conf')], { stdio: 'ignore' });
};
const kill = async (): Promise<void> => {
  const ended = once(broker, 'exit');
  broker.kill('SIGKILL');
  await ended;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-nats-mqtt-'));
  port = await freePort();
  const lines = [
    'server_name: "plant"',
    `listen: "127.0.0.1:${await freePort()}"`,
    `jetstream { store_dir: "${folder}/store" }`,
    `mqtt { listen: "127.0.0.1:${port}" }`,
    'authorization { users: [{ user: "plant", password: "of my plant" }] }',
  ];
  writeFileSync(join(folder, 'nats.conf'), lines.join('\n'));
  await run();
  client = await until(() => publisherAt(`mqtt://${LOGIN}@127.0.0.1:${port}`, 'devices'));
  variables = {
    MQTT_URL: `mqtt://${LOGIN}@127.0.0.1:${port}`,
    MQTT_TOPICS: 'plant/+/{deviceName}/data',
    OUTSIDE_BROKER_VERSION: '3.1.1',
  };
});
afterAll(async () => {
  await client?.endAsync(true);
  await kill();
  rmSync(folder, { recursive: true });
});

it("NATS's MQTT, with a login, is read over the same session after either side was away", async () => {
  const first = await GivenOutsideBroker.start(variables);
  await first.untilItReads(client, topicOf);
  const device = await first.device();
  await publishSeqs(client, topicOf(device), upTo(2_000));
  await until(() => first.of(device).length >= 2_000);
  expect(seqsIn(first.of(device))).toEqual(upTo(2_000));

  await first.service.stop();
  await publishSeqs(client, topicOf(device), [2_000, 2_001]);
  const second = await GivenOutsideBroker.start(variables, first.database);
  await second.device(device);
  await until(() => second.of(device).length >= 2_002);

  await kill();
  await run();
  await publishSeqs(client, topicOf(device), [2_002, 2_003]);
  await until(() => new Set(seqsIn(second.of(device))).size === 2_004);
  await second.stop();
});
