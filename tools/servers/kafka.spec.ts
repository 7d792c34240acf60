import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { until } from '@telemon/testing/waiting';
import { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
import { Kafka, logLevel } from 'kafkajs';
import { Supervised } from '../start/supervise.ts';
import { bringKafka, kafka, kafkaBrokers, type KafkaProgram, type KafkaSettings } from './kafka.ts';
import { choosePorts } from './ports.ts';

const TOPIC = 'telemetry.raw';
const PASSWORD = 'secret-of-the-spec';

let program: KafkaProgram;
let folder: string;
let settings: KafkaSettings;
let lines: string[];

beforeAll(async () => {
  program = await bringKafka(console.log);
  folder = mkdtempSync(join(tmpdir(), 'telemon-kafka-'));
  for (const inside of ['logs', 'run']) mkdirSync(join(folder, inside));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(): Promise<Supervised> {
  lines = [];
  const ports = await choosePorts(['kafka', 'controller']);
  settings = {
    folder: join(folder, 'kafka'),
    port: ports.kafka,
    controllerPort: ports.controller,
    password: PASSWORD,
  };
  const supervision = {
    logs: join(folder, 'logs'),
    run: join(folder, 'run'),
    say: (line: string) => lines.push(line),
  };
  const broker = new Supervised(await kafka(program, settings), supervision);
  await broker.start();
  return broker;
}

const client = (addresses = kafkaBrokers(settings)) =>
  new Kafka({ ...brokerAddresses([addresses]), logLevel: logLevel.NOTHING, retry: { retries: 10 } });

async function stored(): Promise<number> {
  const admin = client().admin();
  await admin.connect();
  const [partition] = await admin.fetchTopicOffsets(TOPIC);
  await admin.disconnect();
  return Number(partition?.high ?? 0);
}

async function send(count: number): Promise<void> {
  const producer = client().producer();
  await producer.connect();
  const messages = Array.from({ length: count }, (_, number) => ({ value: String(number) }));
  await producer.send({ topic: TOPIC, acks: -1, messages });
  await producer.disconnect();
}

describe('the Kafka of an installation', () => {
  it('is started with the options of the environment for Java, and nothing else of it', async () => {
    const before = process.env['JDK_JAVA_OPTIONS'];
    process.env['JDK_JAVA_OPTIONS'] = '-Dof.the.spec=1';
    try {
      const ports = await choosePorts(['kafka', 'controller']);
      const { env } = await kafka(program, {
        folder: join(folder, 'options'),
        port: ports.kafka,
        controllerPort: ports.controller,
        password: PASSWORD,
      });
      expect(env).toEqual({ JDK_JAVA_OPTIONS: '-Dof.the.spec=1' });
    } finally {
      if (before === undefined) delete process.env['JDK_JAVA_OPTIONS'];
      else process.env['JDK_JAVA_OPTIONS'] = before;
    }
  });

  it('restarts after a kill with all acknowledged messages', async () => {
    const broker = await start();
    try {
      const admin = client().admin();
      await admin.connect();
      await makeTopic(admin, TOPIC);
      await admin.disconnect();
      await send(500);
      process.kill(broker.pid!, 'SIGKILL');
      await until(() => lines.some((line) => line.startsWith('kafka is back')), { timeoutMs: 120_000 });
      expect(await stored()).toBe(500);
    } finally {
      await broker.stop();
    }
  });

  it('rejects clients without its login, at the broker and at the controller', async () => {
    const broker = await start();
    try {
      const { port, controllerPort } = settings;
      for (const login of ['', 'telemon:another@', 'somebody:secret-of-the-spec@', 'telemon:@']) {
        for (const at of [port, controllerPort]) {
          const admin = client(`${login}127.0.0.1:${at}`).admin({ retry: { retries: 0 } });
          await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
          await admin.disconnect();
        }
      }
      expect(await stored()).toBe(500);
    } finally {
      await broker.stop();
    }
  });

  it('keeps its data when its port changes', async () => {
    const broker = await start();
    try {
      expect(await stored()).toBe(500);
      await send(1);
      expect(await stored()).toBe(501);
    } finally {
      await broker.stop();
    }
  });
});
