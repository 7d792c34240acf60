import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';
import type { MessageBatch } from './consumption.ts';

const brokers = servers().kafkaBrokers.split(',');
const topic = `spec-${randomUUID()}`;
const client = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 });
const admin = client.admin();

const processOf = () => new Kafka({ brokers, app: 'consumer-spec', partitions: 1 });
const textsOf = ({ messages }: MessageBatch) => messages.map(({ value }) => String(value));

describe('a consumer of a topic', () => {
  const kafka = processOf();
  let send: (...texts: string[]) => Promise<void>;

  beforeAll(async () => {
    await admin.connect();
    await makeTopic(admin, topic);
    const producer = await kafka.producer();
    send = (...texts) =>
      producer.send(
        topic,
        texts.map((value) => ({ value })),
      );
  });

  afterAll(async () => {
    await kafka.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  });

  it('gets a failed batch again, and then goes on', async () => {
    const seen: string[] = [];
    let failures = 2;
    const consumer = await kafka.consume({
      topic,
      group: randomUUID(),
      maxWaitTimeInMs: 20,
      handle: async (batch) => {
        if (failures-- > 0) throw new Error('not now');
        seen.push(...textsOf(batch));
      },
    });
    await send('one', 'two');
    await until(() => seen.length === 2);
    await send('three');
    await until(() => seen.length === 3);
    expect(seen).toEqual(['one', 'two', 'three']);
    await consumer.stop();
  });

  it('gets messages again after a restart that the last process could not handle', async () => {
    const group = randomUUID();
    const seen: string[] = [];
    let attempts = 0;
    const start = (handle: (batch: MessageBatch) => Promise<void>) =>
      kafka.consume({ topic, group, maxWaitTimeInMs: 20, commitIntervalMs: 10, handle });
    const failing = await start(async () => {
      attempts += 1;
      throw new Error('not now');
    });
    await until(() => attempts >= 3);
    await failing.stop();
    const next = await start(async (batch) => void seen.push(...textsOf(batch)));
    await until(() => seen.length > 0);
    await next.stop();
    expect(seen[0]).toBe('one');
  });

  it('gets unsettled messages again after a restart, and no settled ones', async () => {
    const group = randomUUID();
    const seen: string[] = [];
    let settled = 0;
    const start = (settle: () => Promise<void>) =>
      kafka.consume({
        topic,
        group,
        maxWaitTimeInMs: 20,
        commitIntervalMs: 10,
        handle: async (batch) => void seen.push(...textsOf(batch)),
        settle,
      });
    const failing = await start(() => Promise.reject(new Error('the database is away')));
    await until(() => seen.length === 3);
    await failing.stop();
    const settling = await start(async () => void settled++);
    await until(() => seen.length === 6);
    await settling.stop();
    expect(settled).toBeGreaterThan(0);
    const later = await start(async () => undefined);
    await send('four');
    await until(() => seen.includes('four'));
    await later.stop();
    expect(seen.slice(6)).toEqual(['four']);
  });

  it('handles a batch beside the rest of the one before, and commits neither before its rest has succeeded', async () => {
    const group = randomUUID();
    const ownTopic = `spec-${randomUUID()}`;
    await makeTopic(admin, ownTopic);
    const producer = await kafka.producer();
    const steps: string[] = [];
    const start = (rest: () => Promise<void>) =>
      kafka.consume({
        topic: ownTopic,
        group,
        maxWaitTimeInMs: 20,
        commitIntervalMs: 10,
        handle: async (batch) => {
          const text = textsOf(batch).join(' ');
          steps.push(`${text} handled`);
          return async () => {
            steps.push(`rest of ${text}`);
            await rest();
            steps.push(`${text} finished`);
          };
        },
      });
    let fail = (_error: Error): void => undefined;
    const failing = await start(() => new Promise((_, reject) => (fail = reject)));
    for (const value of ['first', 'second']) {
      await producer.send(ownTopic, [{ value }]);
      await until(() => steps.includes(`${value} handled`));
    }
    expect(steps).toEqual(['first handled', 'rest of first', 'second handled']);
    fail(new Error('not now'));
    await until(() => steps.length === 4);
    const stopped = failing.stop();
    fail(new Error('not now'));
    await stopped;
    expect(steps.slice(3)).toEqual(['rest of first']);

    steps.length = 0;
    const next = await start(async () => undefined);
    await until(() => steps.at(-1)?.endsWith('second finished') === true);
    await next.stop();
    expect(steps[0]).toMatch(/^first/);
    await admin.deleteTopics({ topics: [ownTopic] });
  });

  it('leaves out the messages behind a batch if the batch says so, also after a restart', async () => {
    const group = randomUUID();
    const ownTopic = `spec-${randomUUID()}`;
    await makeTopic(admin, ownTopic);
    const producer = await kafka.producer();
    const large = Buffer.alloc(40_000, 'x');
    // Each batch holds one of them.
    for (let number = 0; number < 5; number++) await producer.send(ownTopic, [{ value: large }]);
    const seen: number[] = [];
    const consumption = { topic: ownTopic, group, maxBytesPerPartition: 10_000, maxWaitTimeInMs: 20 };
    const consumer = await kafka.consume({
      ...consumption,
      commitIntervalMs: 10,
      handle: async ({ messages, behind, skipBehind }) => {
        seen.push(messages.length);
        if (behind === 4) skipBehind!(0);
      },
    });
    await until(() => seen.length === 1);
    await producer.send(ownTopic, [{ value: 'new' }]);
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 1]);
    await consumer.stop();

    const later: string[] = [];
    const next = await kafka.consume({
      ...consumption,
      handle: async (batch) => void later.push(...textsOf(batch)),
    });
    await producer.send(ownTopic, [{ value: 'newest' }]);
    await until(() => later.length > 0);
    expect(later).toEqual(['newest']);
    await next.stop();
    await admin.deleteTopics({ topics: [ownTopic] });
  });

  it('reads nothing of a partition whose messages it leaves out for as long as the batch says', async () => {
    const ownTopic = `spec-${randomUUID()}`;
    await makeTopic(admin, ownTopic);
    const producer = await kafka.producer();
    const readAt: number[] = [];
    const restMs = 1_000;
    const consumer = await kafka.consume({
      topic: ownTopic,
      group: randomUUID(),
      maxWaitTimeInMs: 20,
      handle: async ({ skipBehind }) => {
        readAt.push(performance.now());
        if (readAt.length === 1) skipBehind!(restMs);
      },
    });
    await producer.send(ownTopic, [{ value: 'before' }]);
    await until(() => readAt.length === 1);
    await producer.send(ownTopic, [{ value: 'meanwhile' }]);
    await until(() => readAt.length === 2);
    expect(readAt[1]! - readAt[0]!).toBeGreaterThanOrEqual(restMs - 1);
    await consumer.stop();
    await admin.deleteTopics({ topics: [ownTopic] });
  });

  it('finishes and commits the batch that it is handling when it is stopped', async () => {
    const group = randomUUID();
    const ownTopic = `spec-${randomUUID()}`;
    await makeTopic(admin, ownTopic);
    const producer = await kafka.producer();
    const finished: string[] = [];
    let goOn: (() => void) | undefined;
    const consumption = { topic: ownTopic, group, maxWaitTimeInMs: 20, commitIntervalMs: 10 };
    const stopped = await kafka.consume({
      ...consumption,
      handle: async (batch) => {
        await new Promise<void>((resolve) => (goOn = resolve));
        return async () => void finished.push(...textsOf(batch));
      },
    });
    await producer.send(ownTopic, [{ value: 'first' }]);
    await until(() => goOn !== undefined);
    const stop = stopped.stop();
    goOn!();
    await stop;
    expect(finished).toEqual(['first']);

    await producer.send(ownTopic, [{ value: 'second' }]);
    const seen: string[] = [];
    const next = await kafka.consume({
      ...consumption,
      handle: async (batch) => void seen.push(...textsOf(batch)),
    });
    await until(() => seen.length > 0);
    await next.stop();
    expect(seen).toEqual(['second']);
    await admin.deleteTopics({ topics: [ownTopic] });
  });
});
