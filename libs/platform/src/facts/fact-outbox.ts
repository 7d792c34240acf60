import { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import type { Kafka, KafkaProducer } from '../kafka/kafka.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import type { Mongo } from '../mongo.ts';

/** How often rows that a nudge missed are looked for, ms. */
const POLL_INTERVAL_MS = 1_000;
const ROWS_AT_ONCE = 500;

interface OutboxRow {
  _id: ObjectId;
  fact: Fact;
}
interface VersionRow {
  _id: string;
  version: number;
}
type UnversionedFact = Fact extends infer F ? (F extends Fact ? Omit<F, 'version'> : never) : never;

/**
 * Facts leave through a collection: written in the transaction of the change they tell of, handed to Kafka afterwards
 * until Kafka has them. So a change without its fact, or a fact without its change, can't be.
 */
export class FactOutbox {
  private readonly rows: Collection<OutboxRow>;
  private readonly versions: Collection<VersionRow>;
  private producer: KafkaProducer | undefined;
  private relaying: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly kafka: Kafka,
    lifecycle: Lifecycle,
  ) {
    this.rows = mongo.collection<OutboxRow>('fact_outbox');
    this.versions = mongo.collection<VersionRow>('fact_versions');
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /**
   * Runs `work` in a transaction together with the facts it tells; they are on their way when this resolves. Facts told
   * at once must be about different things.
   */
  async commit<Result>(
    work: (session: ClientSession, tell: (...facts: UnversionedFact[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.mongo.transaction((session) =>
      work(session, (...facts) => this.record(session, facts)),
    );
    this.nudge();
    return result;
  }

  /** Hands over what waits, now rather than at the next poll. */
  nudge(): void {
    if (this.relaying) {
      this.again = true;
      return;
    }
    this.relaying = this.relay()
      .catch((error: Error) => logger.warn({ reason: error.message }, 'facts wait to be told'))
      .finally(() => {
        this.relaying = undefined;
        if (this.again) {
          this.again = false;
          this.nudge();
        }
      });
  }

  private async record(session: ClientSession, facts: UnversionedFact[]): Promise<void> {
    if (facts.length === 0) return;
    const ids = facts.map(({ kind, key }) => `${kind}:${key}`);
    // The counter outlives its subject, so that a name used again starts above its old versions.
    await this.versions.bulkWrite(
      ids.map((_id) => ({
        updateOne: { filter: { _id }, update: { $inc: { version: 1 } }, upsert: true },
      })),
      { session },
    );
    const counters = await this.versions.find({ _id: { $in: ids } }, { session }).toArray();
    const versions = new Map(counters.map(({ _id, version }) => [_id, version]));
    await this.rows.insertMany(
      facts.map((fact, index) => ({
        _id: new ObjectId(),
        fact: Fact.parse({ ...fact, version: versions.get(ids[index]!) }),
      })),
      { session },
    );
  }

  private async start(): Promise<void> {
    this.producer = await this.kafka.producer();
    this.timer = setInterval(() => this.nudge(), POLL_INTERVAL_MS);
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.relaying;
  }

  private async relay(): Promise<void> {
    if (!this.producer) return;
    for (;;) {
      const rows = await this.rows.find({}, { sort: { _id: 1 }, limit: ROWS_AT_ONCE }).toArray();
      if (rows.length === 0) return;
      await this.producer.send(
        TOPICS.facts,
        rows.map(({ fact }) => ({ key: `${fact.kind}:${fact.key}`, value: JSON.stringify(fact) })),
      );
      await this.rows.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    }
  }
}
