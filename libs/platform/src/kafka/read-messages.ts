import { RAW_KEPT_MS } from '@telemon/contracts/topics';
import kafkajs, { type Admin, type Kafka as KafkaClient } from 'kafkajs';
import { askAdmin } from './ask-admin.ts';
import { offsetsWith } from './partition-offsets.ts';
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
 * @throws if Kafka does not answer within `withinMs`, or refuses
 */
export const deleteRead = (client: KafkaClient, messages: ReadMessages, withinMs: number): Promise<void> =>
  askAdmin(client, withinMs, (admin) => deleteWith(admin, messages));

const deleteWith = async (admin: Admin, { topic, group, since }: ReadMessages): Promise<void> => {
  await keepUntilRead(admin, topic);
  const known = await offsetsWith(admin, topic, group);
  const partitions = (await admin.fetchTopicOffsetsByTimestamp(topic, since)).flatMap(
    ({ partition, offset }) => {
      const { oldest, committed } = known.get(partition) ?? { oldest: 0n, committed: null };
      // Without a commit, the group has read nothing, or Kafka has forgotten what it has read.
      if (committed === null) return [];
      const upTo = committed < BigInt(offset) ? committed : BigInt(offset);
      return upTo > oldest ? [{ partition, offset: String(upTo) }] : [];
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
