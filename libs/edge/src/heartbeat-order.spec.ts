import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TOPICS } from '@telemon/contracts/topics';
import { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { Heartbeats } from './heartbeats.ts';
import { KafkaTelemetry } from './kafka-telemetry.ts';

logger.level = 'silent';

const PARTITIONS = 2;
const ROUNDS = 5;
const READINGS = 20;
const topic = `spec-${randomUUID()}`;
const brokers = servers().kafkaBrokers.split(',');
const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
const kafka = new Kafka({ brokers, app: 'heartbeats-spec', partitions: 1 });
let proxy: TcpProxy;
let slow: Kafka;
let telemetry: KafkaTelemetry;
/** The messages of each partition, in their order. */
const stored = Array.from({ length: PARTITIONS }, () => [] as { isHeartbeat: boolean; receivedAt: number }[]);

beforeAll(async () => {
  await admin.connect();
  await makeTopic(admin, topic, PARTITIONS);
  // The broker names a leader a moment before that leader answers.
  await kafka.newestOffsets(topic);
  const way = await proxyBeforeKafka();
  proxy = way.proxy;
  slow = new Kafka({ brokers: way.brokers, app: 'heartbeats-spec', partitions: 1 });
  const lifecycle = new Lifecycle();
  telemetry = new KafkaTelemetry(slow, lifecycle, {
    writesTo: topic as typeof TOPICS.raw,
    source: 'mqtt',
    metrics: 'heartbeats_spec',
    bufferSize: { messages: 1_000, bytes: 1e9 },
  });
  await lifecycle.start();
  await kafka.consume({
    topic,
    group: randomUUID(),
    maxWaitTimeInMs: 20,
    handle: async ({ partition, messages }) => {
      for (const { headers } of messages)
        stored[partition]!.push({
          isHeartbeat: headers?.['heartbeat'] !== undefined,
          receivedAt: Number(String(headers?.['receivedAt'])),
        });
    },
  });
});

afterAll(async () => {
  await Promise.all([kafka.close(), slow.close()]);
  await proxy.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

const writeReadings = () => {
  for (let number = 0; number < READINGS; number++)
    telemetry.write({
      deviceName: `pump${number}`,
      deviceKey: number,
      payload: Buffer.from('{}'),
      receivedAt: Date.now(),
      settle: () => undefined,
    });
};

/** Waits until the clock shows a later millisecond. */
const nextMillisecond = (since = Date.now()) => until(() => Date.now() > since, { everyMs: 1 });

describe('a heartbeat that is faster than the readings', () => {
  it('stands in every partition, behind each reading that arrived before its time', async () => {
    proxy.delayBy(100);
    const partitions = kafka.everyPartitionOf(topic);
    let written = Promise.resolve();
    const heartbeats = new Heartbeats(
      'mqtt',
      { send: (message) => (written = partitions.send(message)) },
      telemetry,
    );
    for (let round = 0; round < ROUNDS; round++) {
      writeReadings();
      await nextMillisecond();
      expect(telemetry.waitingSince).toBeDefined();
      heartbeats.start();
      heartbeats.stop();
      await written;
      if (round % 2 === 0) await telemetry.flush(60_000);
    }
    await telemetry.flush(60_000);
    await nextMillisecond();
    const flushedAt = Date.now();
    heartbeats.start();
    heartbeats.stop();
    await until(() => stored.flat().length === READINGS * ROUNDS + PARTITIONS * (ROUNDS + 1));
    for (const messages of stored) {
      const heartbeatsHere = messages.filter(({ isHeartbeat }) => isHeartbeat);
      expect(heartbeatsHere).toHaveLength(ROUNDS + 1);
      expect(messages.at(-1)).toBe(heartbeatsHere.at(-1));
      expect(heartbeatsHere.at(-1)!.receivedAt).toBeGreaterThanOrEqual(flushedAt);
      const overtaken = heartbeatsHere.flatMap((heartbeat) =>
        messages
          .slice(messages.indexOf(heartbeat))
          .filter(({ isHeartbeat, receivedAt }) => !isHeartbeat && receivedAt < heartbeat.receivedAt),
      );
      expect(overtaken).toEqual([]);
    }
  });
});
