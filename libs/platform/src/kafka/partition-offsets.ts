import type { Admin, Kafka as KafkaClient } from 'kafkajs';
import { inTime } from '../in-time.ts';

export interface PartitionOffsets {
  /** The oldest offset that Kafka still has. */
  readonly oldest: bigint;
  /** The offset after the newest message. */
  readonly newest: bigint;
  /** Where the group goes on; null if it has committed nothing. */
  readonly committed: bigint | null;
}

/**
 * The offsets of a topic's partitions, and those of a group in them.
 * @param client One that retries nothing.
 * @throws if Kafka does not answer within `withinMs`
 */
export const readOffsets = async (
  client: KafkaClient,
  { topic, group }: { topic: string; group: string },
  withinMs: number,
): Promise<Map<number, PartitionOffsets>> => {
  const admin = client.admin();
  try {
    return await inTime(ask(admin, topic, group), withinMs, 'Kafka');
  } finally {
    void admin.disconnect().catch(() => undefined);
  }
};

const ask = async (admin: Admin, topic: string, group: string): Promise<Map<number, PartitionOffsets>> => {
  await admin.connect();
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
