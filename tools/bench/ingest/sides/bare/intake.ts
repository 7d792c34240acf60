import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Collection } from 'mongodb';
import { setTimeout as delay } from 'node:timers/promises';
import { pauseAfterBatch, readingId, writeUnlessTaken } from './product-code.ts';
import type { BareReading, Rules } from './rules.ts';

/** The devices service's shortest times of a batch, so that readings share its cost, and between commits, ms. */
const SHORTEST_BATCH_MS = 8;
const COMMIT_EVERY_MS = 2_000;

/** A reading as it is stored, with the names of Telemon's fields. */
export interface BareDocument {
  _id: Buffer;
  c1: number;
  c2: number;
  c3: number;
  r: number;
}

interface SentReading {
  readonly TC1: number;
  readonly TC2: number;
  readonly TC3: number;
  readonly timestamp: number;
  readonly seq: number;
}

/** Stores a Kafka batch with one insert, then compares its new readings with the rules. */
export class Intake {
  readonly #consumer: Consumer;
  readonly #readings: Collection<BareDocument>;
  readonly #rules: Rules;
  readonly #keys: ReadonlyMap<string, number>;
  #committedAt = 0;

  constructor(
    consumer: Consumer,
    readings: Collection<BareDocument>,
    rules: Rules,
    keys: ReadonlyMap<string, number>,
  ) {
    this.#consumer = consumer;
    this.#readings = readings;
    this.#rules = rules;
    this.#keys = keys;
  }

  async take({ batch }: EachBatchPayload): Promise<void> {
    const begun = performance.now();
    const readings: BareReading[] = [];
    const inserts: { insertOne: { document: BareDocument } }[] = [];
    for (const message of batch.messages) {
      const deviceName = String(message.key);
      for (const { TC1: c1, TC2: c2, TC3: c3, timestamp, seq } of readingsIn(message)) {
        readings.push({ deviceName, seq, values: [c1, c2, c3] });
        const _id = readingId(this.#keys.get(deviceName)!, timestamp, seq);
        inserts.push({
          insertOne: { document: { _id, c1, c2, c3, r: Number(message.timestamp) - timestamp } },
        });
      }
    }
    const known = new Set(await writeUnlessTaken(this.#readings, inserts));
    readings.forEach((reading, place) => {
      if (!known.has(place)) this.#rules.compare(reading);
    });
    if (begun - this.#committedAt >= COMMIT_EVERY_MS) {
      this.#committedAt = begun;
      const offset = String(BigInt(batch.lastOffset()) + 1n);
      await this.#consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset }]);
    }
    const pause = pauseAfterBatch(performance.now() - begun, SHORTEST_BATCH_MS);
    if (pause > 0) await delay(pause);
  }
}

const readingsIn = ({ value }: KafkaMessage): SentReading[] => {
  const sent = JSON.parse(String(value)) as SentReading | SentReading[];
  return Array.isArray(sent) ? sent : [sent];
};
