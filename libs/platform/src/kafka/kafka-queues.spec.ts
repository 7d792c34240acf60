import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import kafkajs, { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

const brokers = servers().kafkaBrokers.split(',');
const BOUNDS = { bytes: 1024 * 1024, keptMs: 60_000 };

let kafka: Kafka;
const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
const topics = async () => new Set(await admin.listTopics());
const groups = async () => (await admin.listGroups()).groups.map(({ groupId }) => groupId);
/** The client's wait for leaders throws if the broker has not heard of a topic yet; then `until` tries again. */
const make = (...names: string[]) => until(() => kafka.queues.make(names, BOUNDS).then(() => true));

beforeAll(async () => {
  kafka = new Kafka({ brokers, app: 'queues-spec', partitions: 1 });
  await admin.connect();
});
afterAll(async () => {
  await kafka.close();
  await admin.disconnect();
});

describe('a queue', () => {
  it('is made once, of one partition, within its bounds', async () => {
    const topic = `spec-${randomUUID()}`;
    const another = `spec-${randomUUID()}`;
    await make(topic);
    await make(topic, another);
    await until(async () => (await topics()).has(another));
    await kafka.queues.remove(another, 'none');
    const { topics: made } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(made[0]!.partitions).toHaveLength(1);
    const { resources } = await admin.describeConfigs({
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
      includeSynonyms: false,
    });
    const settings = resources[0]!.configEntries.map(({ configName, configValue }) => [
      configName,
      configValue,
    ]);
    expect(Object.fromEntries(settings)).toMatchObject({
      'retention.bytes': '1048576',
      'retention.ms': '60000',
      'segment.bytes': '1048576',
    });
    await kafka.queues.remove(topic, 'none');
  });

  it('is removed with its messages and the position of its group, also if it is gone already', async () => {
    const [topic, group] = [`spec-${randomUUID()}`, `spec-${randomUUID()}`];
    await make(topic);
    const producer = await kafka.producer();
    await producer.send(topic, [{ value: '1' }, { value: '2' }]);
    let read = 0;
    const consumer = kafka.consumer({
      topic,
      group,
      handle: async ({ messages }) => void (read += messages.length),
    });
    await consumer.start();
    await until(() => read === 2);
    await kafka.release(consumer);
    expect((await kafka.offsetsOf(topic, group)).get(0)).toEqual({ oldest: 0n, newest: 2n, committed: 2n });
    await kafka.queues.remove(topic, group);
    await until(async () => !(await topics()).has(topic));
    expect(await groups()).not.toContain(group);
    await kafka.queues.remove(topic, group);
  });

  it('leaves the process alive after its consumer was stopped', async () => {
    const [topic, group] = [`spec-${randomUUID()}`, `spec-${randomUUID()}`];
    await make(topic);
    const consumer = kafka.consumer({ topic, group, handle: async () => undefined });
    await consumer.start();
    await kafka.release(consumer);
    Object.defineProperty(consumer, 'isAlive', { value: false });
    expect(kafka.isAlive).toBe(true);
    await kafka.queues.remove(topic, group);
  });

  it('keeps the position of a group that has a member', async () => {
    const [topic, group] = [`spec-${randomUUID()}`, `spec-${randomUUID()}`];
    await make(topic);
    const consumer = kafka.consumer({ topic, group, handle: async () => undefined });
    await consumer.start();
    await kafka.queues.forget(group);
    expect(await groups()).toContain(group);
    await kafka.release(consumer);
    await kafka.queues.remove(topic, group);
  });
});
