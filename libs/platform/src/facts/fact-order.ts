import type { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { MessageBatch } from '../kafka/consumption.ts';
import type { KafkaConsumer } from '../kafka/kafka-consumer.ts';
import type { Kafka } from '../kafka/kafka.ts';

/** How often the topic's last facts are compared with the newest, ms. */
const COMPARE_INTERVAL_MS = 2_000;
/** Subjects that are compared at once. */
const MOST_AT_ONCE = 5_000;

/** The newest fact about one subject, `kind:key`. */
export interface VersionRow {
  _id: string;
  version: number;
  /** Absent or stale in rows of earlier versions of Telemon, which only counted the version on. */
  fact?: Fact;
}

const Versioned = z.object({ version: z.int() });

/**
 * Reads this service's facts from the topic. A delayed send, by another replica or by one that was killed since, can put a fact
 * behind a newer one at any time, and the compacted topic would keep the older. So this watches the topic, not the senders, and
 * publishes the newest fact again wherever an older one came last.
 */
export class FactOrder {
  private consumer: Promise<KafkaConsumer> | undefined;
  /** The last message about each subject since the last comparison. */
  private last = new Map<string, Buffer>();
  private comparing: Promise<void> = Promise.resolve();

  constructor(
    private readonly kafka: Kafka,
    private readonly versions: Collection<VersionRow>,
    /** Publishes facts again. */
    private readonly republish: (facts: Fact[]) => Promise<void>,
  ) {}

  /** Begins to consume, once. One replica of all gets the messages. */
  watch(): void {
    this.consumer ??= this.read();
  }

  private read(): Promise<KafkaConsumer> {
    return this.kafka.consume({
      topic: TOPICS.facts,
      group: `telemon-${this.kafka.app}-facts-order`,
      fromBeginning: true,
      maxWaitTimeInMs: 1_000,
      commitIntervalMs: COMPARE_INTERVAL_MS,
      handle: (batch) => this.take(batch),
      // Compares late: a newer fact may have come by then, and needn't be published again.
      settle: () => this.compare(),
      onAssigned: () => this.last.clear(),
    });
  }

  private async take({ messages }: MessageBatch): Promise<void> {
    for (const { key, value } of messages) {
      if (key && value) this.last.set(key.toString(), value);
    }
    if (this.last.size >= MOST_AT_ONCE) await this.compare();
  }

  /** Waits for the running comparison: after a kill before its end, its messages come again. */
  private compare(): Promise<void> {
    this.comparing = this.comparing.catch(() => undefined).then(() => this.compareLast());
    return this.comparing;
  }

  private async compareLast(): Promise<void> {
    const last = this.last;
    this.last = new Map();
    try {
      const overtaken = await this.overtaken(last);
      if (overtaken.length > 0) await this.republish(overtaken);
    } catch (error) {
      this.last = new Map([...last, ...this.last]);
      throw error;
    }
  }

  /** The newest facts about subjects of which an older one came last. Other services' subjects have no version here. */
  private async overtaken(last: Map<string, Buffer>): Promise<Fact[]> {
    const ids = [...last.keys()];
    const known = this.versions.find({ _id: { $in: ids } }, { projection: { version: 1 } });
    const older: string[] = [];
    for await (const { _id, version } of known) {
      if (version > versionIn(last.get(_id)!)) older.push(_id);
    }
    if (older.length === 0) return [];
    const rows = this.versions.find({ _id: { $in: older }, $expr: { $eq: ['$version', '$fact.version'] } });
    return rows.map(({ fact }) => fact!).toArray();
  }
}

/** The version in a message; 0 if it can't be read, as consumers ignore it. */
const versionIn = (value: Buffer): number => {
  try {
    return Versioned.parse(JSON.parse(value.toString())).version;
  } catch {
    return 0;
  }
};
