import type { Admin, Kafka as KafkaClient } from 'kafkajs';
import { askAdmin } from './ask-admin.ts';

export interface PartitionOffsets {
  /** The oldest offset that Kafka still has. */
  readonly oldest: bigint;
  /** The offset after the newest message. */
  readonly newest: bigint;
  /** Where the group goes on; null if it has committed nothing. */
  readonly committed: bigint | null;
}

/** The offsets of a topic's partitions, and those of a group in them. @throws if Kafka does not answer within `withinMs` */
export const readOffsets = (
  client: KafkaClient,
  { topic, group }: { topic: string; group: string },
  withinMs: number,
): Promise<Map<number, PartitionOffsets>> =>
  askAdmin(client, withinMs, (admin) => offsetsWith(admin, topic, group));

/** The same, with a connected admin. */
export const offsetsWith = async (
  admin: Admin,
  topic: string,
  group: string,
): Promise<Map<number, PartitionOffsets>> => {
  const offsets = await admin.fetchTopicOffsets(topic);
  const [read] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const committed = new Map(read?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return new Map(
    offsets.map(({ partition, low, high }) => {
      const upTo = committed.get(partition) ?? -1n;
      return [
        partition,
        { oldest: BigInt(low), newest: BigInt(high), committed: upTo < 0n ? null : upTo },
      ] as const;
    }),
  );
};
