import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';
import type { KafkaProducer } from './kafka-producer.ts';

const topic = `spec-${randomUUID()}`;
const admin = new KafkaClient({ ...brokerAddresses([servers().kafkaBrokers]), logLevel: 0 }).admin();

let proxy: TcpProxy;
let kafka: Kafka;
let producer: KafkaProducer;
const seen: string[] = [];

beforeAll(async () => {
  await admin.connect();
  await makeTopic(admin, topic);
  const way = await proxyBeforeKafka();
  proxy = way.proxy;
  kafka = new Kafka({ brokers: way.brokers, app: 'half-open-spec', partitions: 1, answerWithinMs: 2_000 });
  producer = await kafka.producer();
  await kafka.consume({
    topic,
    group: randomUUID(),
    maxWaitTimeInMs: 20,
    handle: async ({ messages }) => void seen.push(...messages.map(({ value }) => String(value))),
  });
  await producer.send(topic, [{ value: 'before' }]);
  await until(() => seen.length === 1);
});

afterAll(async () => {
  await kafka.close();
  await proxy.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

describe('a half-open connection to Kafka', () => {
  it('is replaced by another one, over which messages are sent and read', async () => {
    proxy.blackHole();
    proxy.heal();
    const sent = producer.send(topic, [{ value: 'meanwhile' }]);
    await until(() => seen.includes('meanwhile'));
    await sent;
  });

  it('makes a ping fail, until a broker answers again', async () => {
    await until(() => kafka.ping().then(() => true));
    proxy.blackHole();
    // The first ping ends the old connection, the second cannot open a new one.
    for (let time = 0; time < 2; time++) {
      await expect(Promise.race([kafka.ping(), delay(60_000)])).rejects.toThrow();
    }
    proxy.heal();
    await until(() => kafka.ping().then(() => true));
  });
});
