import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { type Consumer, Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { logger } from '../logging.ts';
import { brokerAddresses } from './broker-addresses.ts';
import type { KafkaConsumer } from './kafka-consumer.ts';
import { Kafka } from './kafka.ts';
import type { KafkaProducer } from './kafka-producer.ts';
import { TICK_MS } from './signs-of-life.ts';

const brokers = servers().kafkaBrokers.split(',');
const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
const fatal = jest.spyOn(logger, 'fatal').mockImplementation(() => undefined);
const trueInterval = globalThis.setInterval;
const trueNow = performance.now.bind(performance);

const topic = `spec-${randomUUID()}`;
const group = randomUUID();
const seen: string[] = [];
/** The consumer's watch calls it every TICK_MS. */
let tick: () => void;
let skippedMs = 0;
let kafka: Kafka;
let consumer: KafkaConsumer;
let client: Consumer;
let fetches = 0;
let producer: KafkaProducer;

beforeAll(async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => trueNow() + skippedMs);
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, everyMs: number) => {
    if (everyMs !== TICK_MS) return trueInterval(work, everyMs);
    tick = work;
    return trueInterval(() => undefined, 1_000_000);
  }) as typeof setInterval);
  await admin.connect();
  await makeTopic(admin, topic, 2);
  kafka = new Kafka({ brokers, app: 'lag-spec', partitions: 2 });
  producer = await kafka.producer();
  consumer = await kafka.consume({
    topic,
    group,
    maxWaitTimeInMs: 20,
    commitIntervalMs: 10,
    handle: async ({ messages }) => void seen.push(...messages.map(({ value }) => String(value))),
  });
  client = consumer['consumer'];
  client.on(client.events.FETCH, () => void fetches++);
});

beforeEach(() => {
  exit.mockClear();
  fatal.mockClear();
});

afterAll(async () => {
  await kafka.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  jest.restoreAllMocks();
});

/** Lets time pass for the consumer alone. After each tick, it fetches and gets the answers to its questions. */
const pass = async (seconds: number): Promise<void> => {
  const questions = jest.spyOn(kafka['asker'], 'admin');
  for (let passed = 0; passed < seconds * 1_000; passed += TICK_MS) {
    skippedMs += TICK_MS;
    const before = fetches;
    tick();
    await until(() => fetches > before && !consumer['lag']['isAsking']);
  }
  expect(questions).toHaveBeenCalled();
  questions.mockRestore();
};

it('a consumer goes on while no message waits', async () => {
  await producer.send(topic, [{ partition: 1, value: 'first' }]);
  await until(() => seen.includes('first'));
  await pass(120);
  expect([consumer.isAlive, exit.mock.calls]).toEqual([true, []]);
});

it('a consumer goes on after messages that their sender has aborted', async () => {
  const sender = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).producer({
    transactionalId: randomUUID(),
    maxInFlightRequests: 1,
    idempotent: true,
  });
  await sender.connect();
  const transaction = await sender.transaction();
  await transaction.send({ topic, messages: [{ partition: 0, value: 'aborted' }] });
  await transaction.abort();
  await sender.disconnect();
  await pass(60);
  expect([seen, exit.mock.calls]).toEqual([['first'], []]);
});

it('a consumer that fetches nothing although a message waits ends its process, and logs where', async () => {
  client.pause([{ topic }]);
  await producer.send(topic, [{ partition: 1, value: 'second' }]);
  await pass(46);
  expect([consumer.isAlive, seen]).toEqual([false, ['first']]);
  expect(exit).toHaveBeenCalledWith(1);
  expect(fatal.mock.calls[0]).toEqual([
    { topic, partition: 1, position: '1', newest: '2' },
    'kafka consumer gets nothing although messages wait, ending the process',
  ]);

  client.resume([{ topic }]);
  await until(() => seen.includes('second'));
  expect(consumer.isAlive).toBe(true);
});
