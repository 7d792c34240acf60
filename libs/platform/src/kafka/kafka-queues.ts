import type { Admin, Kafka as KafkaClient } from 'kafkajs';
import { askAdmin } from './ask-admin.ts';
import { isUnknownTopic } from './kafka-errors.ts';
import { readReplication, settingsOf } from './topic-settings.ts';

/** How many unread messages a queue keeps, and for how long. */
interface QueueBounds {
  readonly bytes: number;
  readonly keptMs: number;
}

/** Kafka deletes a queue's messages in parts of this size, bytes; smaller ones would be more files. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Codes of an answer about a group: there is none of this name, or it has a member. */
const GROUP_ERRORS = { notFound: 69, notEmpty: 68 } as const;

/** Queues that are made and removed while a service runs: topics of one partition, each read by one group. */
export class KafkaQueues {
  /** @param client One that retries nothing. */
  constructor(
    private readonly client: KafkaClient,
    private readonly answerWithinMs: number,
  ) {}

  /** Makes the topics of queues; one that exists stays as it is. @throws if Kafka doesn't make them in time */
  async make(names: readonly string[], { bytes, keptMs }: QueueBounds): Promise<void> {
    await this.ask(async (admin) => {
      const bounds = {
        'retention.bytes': bytes,
        'retention.ms': keptMs,
        'segment.bytes': Math.min(SEGMENT_BYTES, bytes),
      };
      const replication = await readReplication(admin);
      const topics = names.map((topic) => ({
        topic,
        numPartitions: 1,
        configEntries: [
          ...settingsOf(topic, replication),
          ...Object.entries(bounds).map(([name, value]) => ({ name, value: String(value) })),
        ],
      }));
      await admin.createTopics({ topics, waitForLeaders: true });
    });
  }

  /**
   * Removes a queue with its messages and the position of its group. A producer that has written to it can write to no new topic any
   * more: the client asks for all topics of a producer together.
   * @throws if it may still be there
   */
  async remove(topic: string, group: string): Promise<void> {
    await this.ask(async (admin) => {
      try {
        await admin.deleteTopics({ topics: [topic] });
      } catch (error) {
        if (!isUnknownTopic(error)) throw error;
      }
    });
    await this.forget(group);
  }

  /** Removes the positions of a group without members; a group that has members keeps them. */
  async forget(group: string): Promise<void> {
    await this.ask(async (admin) => {
      try {
        await admin.deleteGroups([group]);
      } catch (error) {
        const { groups = [] } = error as { groups?: { errorCode: number }[] };
        const expected: readonly number[] = Object.values(GROUP_ERRORS);
        if (groups.length === 0 || !groups.every(({ errorCode }) => expected.includes(errorCode)))
          throw error;
      }
    });
  }

  private ask(question: (admin: Admin) => Promise<void>): Promise<void> {
    return askAdmin(this.client, this.answerWithinMs, question);
  }
}
