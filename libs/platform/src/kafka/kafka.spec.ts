import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { type Admin, Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');

describe('a message for a partition that its topic does not have', () => {
  const kafka = new Kafka({ brokers, app: 'partitions-spec', partitions: 1 });
  const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
  const topic = `spec-${randomUUID()}`;

  beforeAll(async () => {
    await admin.connect();
    await makeTopic(admin, topic);
  });
  afterAll(async () => {
    await kafka.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  });

  it('makes the send fail, alone or beside others', async () => {
    const producer = await kafka.producer();
    const lost = { partition: 1, value: 'lost' };
    const missing = `${topic}, partition 1`;
    await expect(producer.send(topic, [lost])).rejects.toThrow(missing);
    await expect(producer.send(topic, [{ partition: 0, value: 'kept' }, lost])).rejects.toThrow(missing);
    await producer.send(topic, [
      { partition: 0, value: 'kept' },
      { key: 'any', value: 'kept' },
    ]);
  });
});

describe('the newest offsets of a topic', () => {
  const kafka = new Kafka({ brokers, app: 'offsets-spec', partitions: 1 });
  const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
  const topics: string[] = [];

  beforeAll(() => admin.connect());
  afterAll(async () => {
    await kafka.close();
    await admin.deleteTopics({ topics });
    await admin.disconnect();
  });

  // The broker names a leader a moment before that leader answers for the topic.
  it('are returned while another process is making the topic', async () => {
    for (let round = 0; round < 3; round++) {
      const topic = `spec-${randomUUID()}`;
      topics.push(topic);
      const making = admin.createTopics({ topics: [{ topic, numPartitions: 50 }], waitForLeaders: false });
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, turn) => {
          await setTimeout(turn * 2);
          return kafka.newestOffsets(topic);
        }),
      );
      await making;
      for (const offsets of answers)
        expect([...offsets.values()]).toEqual(Array.from({ length: 50 }, () => 0n));
    }
  });
});

describe('the partition of a key', () => {
  const kafka = new Kafka({ brokers, app: 'partitioner-spec', partitions: 1 });
  const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
  const topic = `spec-${randomUUID()}`;

  beforeAll(async () => {
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 7 }], waitForLeaders: false });
  });
  afterAll(async () => {
    await kafka.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  });

  it('is known before anything is sent with it', async () => {
    const partitionOf = await kafka.partitionerOf(topic);
    const keys = Array.from({ length: 40 }, (_, index) => `cold-room-${index}`);
    const producer = await kafka.producer();
    await producer.send(
      topic,
      keys.map((key) => ({ key, value: 'x' })),
    );
    const counts = Array.from({ length: 7 }, (_, partition) =>
      BigInt(keys.filter((key) => partitionOf(key) === partition).length),
    );
    expect(new Set(counts).size).toBeGreaterThan(1);
    const offsets = await kafka.newestOffsets(topic);
    expect(counts.map((_, partition) => offsets.get(partition))).toEqual(counts);
  });
});

it('a ping fails if the client leaves it without an answer, and the next one does not wait for it', async () => {
  const kafka = new Kafka({ brokers, app: 'ping-spec', partitions: 1, answerWithinMs: 2_000 });
  const nothing = async () => undefined;
  const stuck = {
    connect: nothing,
    describeCluster: () => new Promise(() => undefined),
    disconnect: nothing,
  };
  const client = jest.spyOn(KafkaClient.prototype, 'admin').mockReturnValueOnce(stuck as unknown as Admin);
  await expect(kafka.ping()).rejects.toThrow('2000 ms');
  await until(() => kafka.ping().then(() => true));
  expect(client.mock.calls.length).toBeGreaterThan(1);
  client.mockRestore();
  await kafka.close();
});
