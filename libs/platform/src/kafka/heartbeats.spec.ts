import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DAY_MS } from '@telemon/contracts/durations';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import './kafka.ts';

const topic = `spec-${randomUUID()}`;
const client = new KafkaClient({ ...brokerAddresses(servers().kafkaBrokers.split(',')), logLevel: 0 });
const admin = client.admin();
const consumer = client.consumer({ groupId: randomUUID(), heartbeatInterval: 50, maxWaitTimeInMs: 50 });

beforeAll(async () => {
  await admin.connect();
  await makeTopic(admin, topic);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await consumer.disconnect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

it('a consumer goes on sending heartbeats after the clock was set back a day', async () => {
  let beats = 0;
  consumer.on(consumer.events.HEARTBEAT, () => void beats++);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic] });
  await consumer.run({ eachMessage: async () => undefined });
  await until(() => beats > 0);
  const trueNow = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => trueNow() - DAY_MS);
  const before = beats;
  // A heartbeat may have been under way.
  await until(() => beats > before + 1);
  expect(beats).toBeGreaterThan(before + 1);
});
