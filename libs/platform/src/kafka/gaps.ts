import type { Batch, Kafka as KafkaClient } from 'kafkajs';
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
    private readonly topic: string,
    private readonly group: string,
  ) {}

  /** Reads the group's committed offsets. If that fails, gaps before the first batch go unnoticed. */
  async recall(client: KafkaClient): Promise<void> {
    const { topic, group } = this;
    const admin = client.admin();
    try {
      await admin.connect();
      for (const { partitions } of await admin.fetchOffsets({ groupId: group, topics: [topic] }))
        for (const { partition, offset } of partitions)
          if (offset !== '-1') this.next.set(partition, BigInt(offset));
    } catch (error) {
      // A broker that has just started may not know the group's coordinator yet.
      logger.warn({ topic, reason: reasonOf(error) }, 'committed offsets not read');
    } finally {
      await admin.disconnect();
    }
  }

  /** Another member may have read the partitions meanwhile. */
  forget(): void {
    this.next.clear();
  }

  look({ topic, partition, messages }: Batch): void {
    const first = BigInt(messages[0]!.offset);
    const next = this.next.get(partition) ?? first;
    this.next.set(partition, BigInt(messages.at(-1)!.offset) + 1n);
    if (first <= next) return;
    const count = Number(first - next);
    neverRead.labels(topic).inc(count);
    logger.error({ topic, partition, messages: count }, 'kafka deleted messages before they were read');
  }
}
