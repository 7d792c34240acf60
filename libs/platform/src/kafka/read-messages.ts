import { RAW_KEPT_MS } from '@telemon/contracts/topics';
import kafkajs, { type Admin, type Kafka as KafkaClient } from 'kafkajs';
import { inTime } from '../in-time.ts';
import { UNTIL_READ } from './topic-settings.ts';

/** The messages of a topic that one group must not miss. */
export interface ReadMessages {
  readonly topic: string;
  readonly group: string;
  /** Messages sent since this time stay, also if the group has read them, epoch ms. */
  readonly since: number;
}

/**
 * Deletes the messages of a topic that the group has read and that were sent before a time. It never deletes one that the group has
 * not read, however old it is.
 * @param client One that retries nothing.
 * @throws if Kafka does not answer within `withinMs`, or refuses
 */
export const deleteRead = async (
  client: KafkaClient,
  messages: ReadMessages,
  withinMs: number,
): Promise<void> => {
  const admin = client.admin();
  try {
    await inTime(
      admin.connect().then(() => deleteWith(admin, messages)),
      withinMs,
      'Kafka',
    );
  } finally {
    void admin.disconnect().catch(() => undefined);
  }
};

const deleteWith = async (admin: Admin, { topic, group, since }: ReadMessages): Promise<void> => {
  await keepUntilRead(admin, topic);
  const [read] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const committed = new Map(read?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  const oldest = new Map(
    (await admin.fetchTopicOffsets(topic)).map(({ partition, low }) => [partition, BigInt(low)]),
  );
  const partitions = (await admin.fetchTopicOffsetsByTimestamp(topic, since)).flatMap(
    ({ partition, offset }) => {
      // Without a commit it is -1: the group has read nothing, or Kafka has forgotten what it has read.
      const upTo = [BigInt(offset), committed.get(partition) ?? -1n].reduce((a, b) => (a < b ? a : b));
      return upTo > (oldest.get(partition) ?? upTo) ? [{ partition, offset: String(upTo) }] : [];
    },
  );
  if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
};

/** Takes away the time limit that earlier versions gave the topic. Another one, which an administrator has set, stays. */
const keepUntilRead = async (admin: Admin, name: string): Promise<void> => {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const { resources } = await admin.describeConfigs({ resources: [{ type, name }], includeSynonyms: false });
  // Kafka replaces all settings of the topic together.
  const own = resources[0]!.configEntries.filter(
    ({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG,
  );
  const former = ({ configName, configValue }: (typeof own)[number]): boolean =>
    configName === UNTIL_READ.name && configValue === String(RAW_KEPT_MS);
  if (!own.some(former)) return;
  const configEntries = own.map((entry) =>
    former(entry) ? UNTIL_READ : { name: entry.configName, value: entry.configValue },
  );
  await admin.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries }] });
};
