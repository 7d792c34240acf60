import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTopic } from '@telemon/testing/kafka-topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { metricsText } from '../metrics.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');

describe('messages that Kafka deletes before they are read', () => {
  const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
  const sender = new Kafka({ brokers, app: 'gaps-spec', partitions: 1 });
  const waits = Promise.withResolvers<void>();
  const readers: Kafka[] = [];
  const missedOnes: number[] = [];
  const topic = `spec-${randomUUID()}`;
  const group = `spec-${randomUUID()}`;

  const giveUpBefore = async (offset: number) => {
    // The client must know the topic's leader first.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] });
  };
  const committed = async () =>
    Number((await admin.fetchOffsets({ groupId: group, topics: [topic] }))[0]!.partitions[0]?.offset);
  const counted = async () => {
    const line = new RegExp(`^telemon_kafka_messages_never_read_total\\{topic="${topic}"\\} (\\d+)`, 'm');
    return Number(line.exec(await metricsText())?.[1] ?? 0);
  };
  const reading = async (handled: string[], whileHandled = async () => {}) => {
    const kafka = new Kafka({ brokers, app: 'gaps-spec', partitions: 1 });
    readers.push(kafka);
    await kafka.consume({
      topic,
      group,
      maxWaitTimeInMs: 20,
      handle: async ({ messages, missed = 0 }) => {
        missedOnes.push(missed);
        handled.push(...messages.map(({ value }) => String(value)));
        await whileHandled();
      },
    });
    return kafka;
  };

  beforeAll(async () => {
    await admin.connect();
    await makeTopic(admin, topic);
  });
  afterAll(async () => {
    waits.resolve();
    await Promise.all(readers.map((reader) => reader.close()));
    await sender.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  });

  it('are counted, whether their consumer is busy or away', async () => {
    const producer = await sender.producer();
    const send = (...values: string[]) =>
      producer.send(
        topic,
        values.map((value) => ({ partition: 0, value })),
      );
    const handled: string[] = [];
    await send('0');
    const first = await reading(handled, () => waits.promise);
    await until(() => handled.length === 1);
    await send('1', '2', '3', '4');
    await giveUpBefore(3);
    waits.resolve();
    await until(() => handled.length === 3);
    expect(handled).toEqual(['0', '3', '4']);
    expect(await counted()).toBe(2);
    expect(missedOnes.reduce((sum, missed) => sum + missed)).toBe(2);
    await until(async () => (await committed()) === 5);
    await first.close();

    await send('5', '6', '7');
    await giveUpBefore(7);
    const second = await reading(handled);
    await until(() => handled.length === 4);
    expect(handled.at(-1)).toBe('7');
    expect(await counted()).toBe(4);
    await second.close();

    await send('8');
    await reading(handled);
    await until(() => handled.includes('8'));
    expect(await counted()).toBe(4);
  });
});
