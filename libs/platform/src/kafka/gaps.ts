import type { Admin, Batch, Kafka as KafkaClient } from 'kafkajs';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { Counter } from '../metrics.ts';

const neverRead = new Counter({
  name: 'telemon_kafka_messages_never_read_total',
  help: 'Messages that Kafka deleted before they were read, by topic',
  labelNames: ['topic'],
});

/** Reports messages that Kafka deleted before a group read them, of a topic that is not compacted. */
export class Gaps {
  /** The next expected offset of each partition. */
  private readonly next = new Map<number, bigint>();

  constructor(
    private readonly client: KafkaClient,
    private readonly topic: string,
    private readonly group: string,
  ) {}

  /** Reads the group's committed offsets. If that fails, gaps before the first batch go unnoticed. */
  async recall(): Promise<void> {
    const { topic, group } = this;
    await this.ask('committed offsets not read', async (admin) => {
      for (const { partitions } of await admin.fetchOffsets({ groupId: group, topics: [topic] }))
        for (const { partition, offset } of partitions)
          if (offset !== '-1') this.next.set(partition, BigInt(offset));
    });
  }

  /** Another member may have read the partitions meanwhile. */
  forget(): void {
    this.next.clear();
  }

  /** How many messages before the batch were deleted unread. */
  async look({ topic, partition, messages }: Batch): Promise<number> {
    const first = BigInt(messages[0]!.offset);
    const next = this.next.get(partition) ?? first;
    this.next.set(partition, BigInt(messages.at(-1)!.offset) + 1n);
    let count = 0;
    if (first <= next) return count;
    await this.ask('deleted messages not counted', async (admin) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      const oldest = BigInt(offsets.find((of) => of.partition === partition)?.low ?? next);
      // Another member may have read them before this one got the partition.
      if (oldest <= next) return;
      count = Number((oldest < first ? oldest : first) - next);
      neverRead.labels(topic).inc(count);
      logger.error({ topic, partition, messages: count }, 'kafka deleted messages before they were read');
    });
    return count;
  }

  private async ask(otherwise: string, question: (admin: Admin) => Promise<void>): Promise<void> {
    const admin = this.client.admin();
    try {
      await admin.connect();
      await question(admin);
    } catch (error) {
      // A broker that has just started may not know the group's coordinator yet.
      logger.warn({ topic: this.topic, reason: reasonOf(error) }, otherwise);
    } finally {
      await admin.disconnect();
    }
  }
}
