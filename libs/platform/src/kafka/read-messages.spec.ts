import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@telemon/contracts/durations';
import { RAW_KEPT_MS } from '@telemon/contracts/topics';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import kafkajs, { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');
const client = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 });
const admin = client.admin();
const producer = client.producer();
let kafka: Kafka;

beforeAll(async () => {
  kafka = new Kafka({ brokers, app: 'read-messages-spec', partitions: 1 });
  await Promise.all([admin.connect(), producer.connect()]);
});
afterAll(async () => {
  await kafka.close();
  await Promise.all([admin.disconnect(), producer.disconnect()]);
});

const NOW = Date.now();
const OLD = NOW - 30 * DAY_MS;
const SINCE = NOW - RAW_KEPT_MS;

/** A topic with two partitions, and in the first one messages of these times. */
const given = async (times: number[], keptMs = '-1') => {
  const topic = `spec-${randomUUID()}`;
  const configEntries = [
    { name: 'retention.ms', value: keptMs },
    { name: 'max.message.bytes', value: '2000000' },
  ];
  await admin.createTopics({ topics: [{ topic, numPartitions: 2, configEntries }], waitForLeaders: false });
  const messages = times.map((at) => ({ partition: 0, value: String(at), timestamp: String(at) }));
  await until(() => producer.send({ topic, messages }).then(() => true));
  return topic;
};
/** A group that has read this many messages of the first partition. */
const having = async (topic: string, read: number): Promise<string> => {
  const group = `spec-${randomUUID()}`;
  const partitions = [{ partition: 0, offset: String(read) }];
  await until(() => admin.setOffsets({ groupId: group, topic, partitions }).then(() => true));
  return group;
};
const left = async (topic: string): Promise<string | undefined> =>
  (await admin.fetchTopicOffsets(topic)).find(({ partition }) => partition === 0)?.low;

describe('the messages that a group has read', () => {
  it('are deleted once they are old, and unread messages stay at any age', async () => {
    const topic = await given([OLD, OLD, OLD, NOW, NOW]);
    const group = await having(topic, 2);
    await kafka.deleteRead({ topic, group, since: SINCE });
    expect(await left(topic)).toBe('2');
    await kafka.deleteRead({ topic, group: await having(topic, 5), since: SINCE });
    expect(await left(topic)).toBe('3');
    await kafka.deleteRead({ topic, group, since: SINCE });
    expect(await left(topic)).toBe('3');
  });

  it('are unknown of a group that has committed nothing, so that nothing is deleted', async () => {
    const topic = await given([OLD, OLD]);
    await kafka.deleteRead({ topic, group: `spec-${randomUUID()}`, since: SINCE });
    expect(await left(topic)).toBe('0');
  });
});

describe('the time limit of a topic', () => {
  const settings = async (topic: string) => {
    const { resources } = await admin.describeConfigs({
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
      includeSynonyms: false,
    });
    const entries = resources[0]!.configEntries.map(({ configName, configValue }) => [
      configName,
      configValue,
    ]);
    return Object.fromEntries(entries) as Record<string, string>;
  };

  it.each([
    ['is taken away if an earlier version has set it', String(RAW_KEPT_MS), '-1'],
    ['stays if an administrator has set another', String(60 * DAY_MS), String(60 * DAY_MS)],
  ])('%s, and other settings stay', async (_, keptMs, expected) => {
    const topic = await given([NOW], keptMs);
    await kafka.deleteRead({ topic, group: await having(topic, 1), since: SINCE });
    await until(async () => (await settings(topic))['retention.ms'] === expected);
    expect(await settings(topic)).toMatchObject({
      'retention.ms': expected,
      'max.message.bytes': '2000000',
    });
  });
});
