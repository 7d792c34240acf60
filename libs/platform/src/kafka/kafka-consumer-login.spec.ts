import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { logger } from '../logging.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

logger.level = 'silent';

const topic = `spec-${randomUUID()}`;
const direct = new Kafka({ brokers: [servers().kafkaBrokers], app: 'login-spec', partitions: 1 });
const admin = new KafkaClient({ ...brokerAddresses([servers().kafkaBrokers]), logLevel: 0 }).admin();
const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);

let proxy: TcpProxy;
let brokers: string[];
let spoil: ((login: Buffer, passwordAt: number) => void) | undefined;
let spoiled = 0;
let send: (value: string) => Promise<void>;

const reset = () => {
  proxy.cut();
  proxy.heal();
};
const resetInstead = () => reset();
const sendAnotherPassword = (login: Buffer, passwordAt: number) => void login.write('?', passwordAt);

const spoilLogins = (how: typeof spoil) => {
  spoil = how;
  spoiled = 0;
};

/** A process with one consumer, and the messages it saw. */
const processWithConsumer = (group = randomUUID()) => {
  const kafka = new Kafka({ brokers, app: 'login-spec', partitions: 1 });
  const seen: string[] = [];
  const consuming = kafka.consume({
    topic,
    group,
    maxWaitTimeInMs: 20,
    commitIntervalMs: 10,
    handle: async ({ messages }) => void seen.push(...messages.map(({ value }) => String(value))),
  });
  return { kafka, consuming, seen };
};

beforeAll(async () => {
  ({ proxy, brokers } = await proxyBeforeKafka());
  const { sasl } = brokerAddresses(brokers);
  const password = Buffer.from((sasl as { password: string }).password);
  const { beforePassing } = proxy;
  proxy.beforePassing = (bytes, from) => {
    beforePassing?.(bytes, from);
    const at = spoil && from === 'client' ? bytes.indexOf(password) : -1;
    if (at < 0) return;
    spoiled++;
    spoil!(bytes, at);
  };
  await admin.connect();
  await makeTopic(admin, topic);
  const producer = await direct.producer();
  send = (value) => producer.send(topic, [{ value }]);
});

afterEach(() => {
  spoil = undefined;
  exit.mockClear();
});

afterAll(async () => {
  exit.mockRestore();
  await direct.close();
  await proxy.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

describe.each([
  ['breaks off', resetInstead],
  ['is refused', sendAnotherPassword],
])('a consumer whose login %s', (_, how) => {
  it('at its start begins to read once Kafka accepts the login', async () => {
    spoilLogins(how);
    const { kafka, consuming, seen } = processWithConsumer();
    await until(() => spoiled > 2);
    const text = randomUUID();
    await send(text);
    spoil = undefined;
    await consuming;
    await until(() => seen.includes(text));
    expect(kafka.isAlive).toBe(true);
    await kafka.close();
  });

  it('at its start stops with its process', async () => {
    spoilLogins(how);
    const { kafka, consuming } = processWithConsumer();
    await until(() => spoiled > 2);
    await kafka.close();
    await consuming;
    expect(exit).not.toHaveBeenCalled();
  });

  it('later goes on to read where it was, without ending its process', async () => {
    const { kafka, consuming, seen } = processWithConsumer();
    await consuming;
    const [before, meanwhile] = [randomUUID(), randomUUID()];
    await send(before);
    await until(() => seen.includes(before));
    spoilLogins(how);
    reset();
    await until(() => spoiled > 4);
    await send(meanwhile);
    spoil = undefined;
    await until(() => exit.mock.calls.length > 0 || seen.includes(meanwhile));
    expect(exit).not.toHaveBeenCalled();
    await kafka.close();
  });

  it('stops while it waits for the login, and leaves its group to others', async () => {
    const group = randomUUID();
    const { kafka, consuming, seen } = processWithConsumer(group);
    await consuming;
    spoilLogins(how);
    reset();
    await until(() => spoiled > 4);
    await kafka.close();
    spoil = undefined;
    const text = randomUUID();
    await send(text);
    const other = processWithConsumer(group);
    await until(() => other.seen.includes(text));
    expect(seen).not.toContain(text);
    expect(exit).not.toHaveBeenCalled();
    await other.kafka.close();
  });
});
