import type { Batch, Kafka as KafkaClient } from 'kafkajs';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { Counter } from '../metrics.ts';

const neverRead = new Counter({
  name: 'telemon_kafka_messages_never_read_total',
  help: 'Messages that Kafka gave up before they were read, by topic',
  labelNames: ['topic'],
});

/** Tells of the messages that Kafka gave up before a group read them, of a topic that leaves out no offset by itself. */
export class Gaps {
  /** The offset that comes next in each partition. */
  private readonly next = new Map<number, bigint>();

  constructor(
    private readonly topic: string,
    private readonly group: string,
  ) {}

  /** Finds out what the group has read so far. Where that can't be told now, gaps before the first batch go unnoticed. */
  async recall(client: KafkaClient): Promise<void> {
    const { topic, group } = this;
    const admin = client.admin();
    try {
      await admin.connect();
      for (const { partitions } of await admin.fetchOffsets({ groupId: group, topics: [topic] }))
        for (const { partition, offset } of partitions)
          if (offset !== '-1') this.next.set(partition, BigInt(offset));
    } catch (error) {
      // A broker that has only just started may not know yet which of them keeps them.
      logger.warn({ topic, reason: reasonOf(error) }, 'offsets not recalled');
    } finally {
      await admin.disconnect();
    }
  }

  /** The partitions may have been read elsewhere meanwhile. */
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
    logger.error({ topic, partition, messages: count }, 'kafka gave up messages before they were read');
  }
}
