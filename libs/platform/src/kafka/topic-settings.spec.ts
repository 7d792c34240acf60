import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { TOPICS } from '@telemon/contracts/topics';
import { servers } from '@telemon/testing/servers';
import { type ITopicConfig, Kafka as KafkaClient } from 'kafkajs';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';
import { readReplication } from './topic-settings.ts';

/** The topics that a service makes where there are none, with these defaults of the brokers. */
const topicsMadeWith = async (replicas: number, inSync: number): Promise<ITopicConfig[]> => {
  const made: ITopicConfig[] = [];
  const configEntries = [
    { configName: 'default.replication.factor', configValue: String(replicas) },
    { configName: 'min.insync.replicas', configValue: String(inSync) },
  ];
  jest.spyOn(KafkaClient.prototype, 'admin').mockReturnValue({
    connect: async () => undefined,
    disconnect: async () => undefined,
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: [], controller: 1 }),
    describeConfigs: async () => ({ resources: [{ configEntries }] }),
    createTopics: async ({ topics }: { topics: ITopicConfig[] }) => made.push(...topics) > 0,
  } as never);
  await new Kafka({ brokers: ['127.0.0.1:9'], app: 'topics-spec', partitions: 3 }).prepare();
  return made;
};

afterEach(() => void jest.restoreAllMocks());

describe('an acknowledged message on a new topic', () => {
  it.each([
    ['all replicas but one', 3, 1, '2'],
    ['as many as the brokers demand, if those are more', 3, 3, '3'],
    ['one of two, so that either broker may be away', 2, 1, '1'],
    ['the only one', 1, 1, '1'],
  ])('is on %s', async (_which, replicas, inSync, expected) => {
    const made = await topicsMadeWith(replicas, inSync);
    expect(made.map(({ topic }) => topic)).toEqual(Object.values(TOPICS));
    for (const { configEntries } of made) {
      expect(configEntries).toContainEqual({ name: 'min.insync.replicas', value: expected });
    }
  });
});

describe('the replication of new topics', () => {
  it('is read from the broker', async () => {
    const brokers = servers().kafkaBrokers.split(',');
    const admin = new KafkaClient({ ...brokerAddresses(brokers), logLevel: 0 }).admin();
    await admin.connect();
    expect(await readReplication(admin)).toEqual({ replicas: 1, inSync: 1 });
    await admin.disconnect();
  });
});
