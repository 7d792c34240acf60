import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { TOPICS } from '@telemon/contracts/topics';
import kafkajs, { type Admin } from 'kafkajs';

const REPLICAS = 'default.replication.factor';
const IN_SYNC = 'min.insync.replicas';

/** Room for the key, the headers and the framing of an image in Kafka. */
const BESIDE_IMAGE_BYTES = 64 * 1024;

interface Setting {
  name: string;
  value: string;
}

/** The brokers' defaults for the replication of a new topic. */
interface Replication {
  readonly replicas: number;
  /** Replicas that must have a message before it is acknowledged. */
  readonly inSync: number;
}

/** The setting of a topic from which Kafka deletes nothing by its age. */
export const UNTIL_READ: Setting = { name: 'retention.ms', value: '-1' };

/**
 * Facts are kept for ever, the newest per key. Readings are kept long enough for every consumer to read them; raw ones and images, which
 * are not stored yet, until the devices service has read them and deletes them.
 */
const KEPT: Record<string, Setting[]> = {
  [TOPICS.facts]: [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'retention.ms', value: '-1' },
  ],
  [TOPICS.raw]: [UNTIL_READ],
  [TOPICS.images]: [
    UNTIL_READ,
    { name: 'max.message.bytes', value: String(IMAGE_MAX_BYTES + BESIDE_IMAGE_BYTES) },
  ],
};

/** The replication of new topics, from the controller's settings. @throws if the login may not read them. */
export const readReplication = async (admin: Admin): Promise<Replication> => {
  const { brokers, controller } = await admin.describeCluster();
  const name = String(controller ?? brokers[0]!.nodeId);
  const asked = { type: kafkajs.ConfigResourceTypes.BROKER, name, configNames: [REPLICAS, IN_SYNC] };
  const { resources } = await admin.describeConfigs({ resources: [asked], includeSynonyms: false });
  const values = new Map(
    resources.flatMap(({ configEntries }) =>
      configEntries.map(({ configName, configValue }) => [configName, Number(configValue)]),
    ),
  );
  return { replicas: values.get(REPLICAS) ?? 1, inSync: values.get(IN_SYNC) ?? 1 };
};

/** The settings of a new topic. An acknowledged message is on all replicas but one, so that the loss of a broker loses none. */
export const settingsOf = (topic: string, { replicas, inSync }: Replication): Setting[] => [
  ...(KEPT[topic] ?? []),
  { name: IN_SYNC, value: String(Math.max(inSync, replicas - 1)) },
];

/** Makes the topics of Telemon that are missing. */
export const makeMissingTopics = async (admin: Admin, partitions: number): Promise<void> => {
  const existing = new Set(await admin.listTopics());
  const missing = Object.values(TOPICS).filter((topic) => !existing.has(topic));
  if (missing.length === 0) return;
  const replication = await readReplication(admin);
  await admin.createTopics({
    topics: missing.map((topic) => ({
      topic,
      numPartitions: topic === TOPICS.facts ? 1 : partitions,
      configEntries: settingsOf(topic, replication),
    })),
    waitForLeaders: true,
  });
};
