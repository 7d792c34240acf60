import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');
const SINCE = 1_750_000_000_000;

const topic = `spec-${randomUUID()}`;
const group = `spec-${randomUUID()}`;
const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
let kafka: Kafka;

beforeAll(async () => {
  kafka = new Kafka({ brokers, app: 'place-spec', partitions: 1 });
  await admin.connect();
  await makeTopic(admin, topic, 3);
});
afterAll(async () => {
  await kafka.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

it('a placed group begins with the first message since its time, and in a partition without one with the next message', async () => {
  const producer = await kafka.producer();
  const send = (partition: number, value: string, timestamp: number) =>
    producer.send(topic, [{ partition, value, timestamp: String(timestamp) }]);
  await send(0, 'before', SINCE - 1);
  await send(0, 'at its time', SINCE);
  await send(1, 'before', SINCE - 1);
  await until(() => kafka.placeGroup({ topic, group, since: SINCE }).then(() => true));
  const offsets = await kafka.offsetsOf(topic, group);
  expect([0, 1, 2].map((partition) => offsets.get(partition)?.committed)).toEqual([1n, 1n, 0n]);
  // The group has no members yet.
  await send(0, 'meanwhile', SINCE);
  await send(1, 'meanwhile', SINCE);
  await send(2, 'meanwhile', SINCE);
  const read: string[] = [];
  const handle = async ({ messages }: { messages: { value: Buffer | null }[] }) =>
    void read.push(...messages.map(({ value }) => String(value)));
  await kafka.consume({ topic, group, fromBeginning: false, handle });
  await until(() => read.length >= 4);
  expect(read.toSorted()).toEqual(['at its time', 'meanwhile', 'meanwhile', 'meanwhile']);
});
