import type { Kafka as KafkaClient } from 'kafkajs';
import { inTime } from '../in-time.ts';

/** Where a group begins to read a topic. */
export interface GroupPlace {
  readonly topic: string;
  /** A group that has no members yet. */
  readonly group: string;
  /** The time of the oldest message that it gets, epoch ms, by the clocks of those who sent them. */
  readonly since: number;
}

/** How long a fetch of the member waits for messages, ms; it can't leave before. */
const FETCHES_FOR_MS = 50;

/**
 * Commits, for each partition, the offset of the first message since a time, or the next one if there is none.
 * @param client One that retries nothing.
 * @throws if Kafka does not answer within `withinMs`; the group may have its places all the same
 */
export const placeGroup = async (client: KafkaClient, place: GroupPlace, withinMs: number): Promise<void> => {
  const { topic, group, since } = place;
  const admin = client.admin();
  const member = client.consumer({
    groupId: group,
    maxWaitTimeInMs: FETCHES_FOR_MS,
    allowAutoTopicCreation: false,
    retry: { retries: 0, restartOnFailure: async () => false },
  });
  const commit = async (): Promise<void> => {
    await admin.connect();
    const partitions = await admin.fetchTopicOffsetsByTimestamp(topic, since);
    await member.connect();
    await member.subscribe({ topics: [topic], fromBeginning: false });
    await member.run({ autoCommit: false, eachBatch: async () => undefined });
    await member.commitOffsets(partitions.map(({ partition, offset }) => ({ topic, partition, offset })));
    // A member that has not left would keep the next one waiting.
    await member.disconnect();
  };
  try {
    await inTime(commit(), withinMs, 'Kafka');
  } finally {
    void admin.disconnect().catch(() => undefined);
    void member.disconnect().catch(() => undefined);
  }
};
