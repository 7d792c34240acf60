import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

const admin = new KafkaClient({ ...brokerAddresses([servers().kafkaBrokers]), logLevel: 0 }).admin();
const topics: string[] = [];
let proxy: TcpProxy;
let kafka: Kafka;

beforeAll(async () => {
  await admin.connect();
  const way = await proxyBeforeKafka();
  proxy = way.proxy;
  kafka = new Kafka({
    brokers: way.brokers,
    app: 'every-partition-spec',
    partitions: 1,
    answerWithinMs: 5_000,
  });
});

afterAll(async () => {
  await kafka.close();
  await proxy.close();
  await admin.deleteTopics({ topics });
  await admin.disconnect();
});

const newTopic = async (numPartitions: number): Promise<string> => {
  const topic = `spec-${randomUUID()}`;
  topics.push(topic);
  await makeTopic(admin, topic, numPartitions);
  // The broker names a leader a moment before that leader answers.
  await kafka.newestOffsets(topic);
  return topic;
};

/** The number of messages in each partition. */
const storedIn = async (topic: string): Promise<number[]> => {
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.sort((one, other) => one.partition - other.partition).map(({ high }) => Number(high));
};

const message = { value: null, headers: { of: 'the spec' } };

describe('a message for every partition', () => {
  it('reaches also partitions that were added since', async () => {
    const topic = await newTopic(2);
    const everyPartition = kafka.everyPartitionOf(topic);
    await everyPartition.send(message);
    await everyPartition.send(message);
    expect(await storedIn(topic)).toEqual([2, 2]);
    await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] });
    // The broker may need a moment to know the leader of the new one.
    await until(async () => {
      await everyPartition.send(message);
      return (await storedIn(topic))[2]! > 0;
    });
  });

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['does not answer', () => proxy.blackHole()],
  ])('is given up while Kafka %s, and the next one gets through', async (_how, breakLine) => {
    const topic = await newTopic(2);
    const everyPartition = kafka.everyPartitionOf(topic);
    await everyPartition.send(message);
    breakLine();
    await expect(everyPartition.send(message)).rejects.toThrow();
    await expect(everyPartition.send(message)).rejects.toThrow();
    proxy.heal();
    await everyPartition.send(message);
    expect(await storedIn(topic)).toEqual([2, 2]);
  });
});
