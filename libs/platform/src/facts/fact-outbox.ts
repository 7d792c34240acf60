import { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { reasonOf } from '../errors.ts';
import type { Kafka, KafkaProducer } from '../kafka/kafka.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import type { Mongo } from '../mongo.ts';

/** How often rows that a nudge missed are looked for, ms. */
const POLL_INTERVAL_MS = 1_000;
/** Facts that follow others more closely than this leave together, ms. */
const TOGETHER_MS = 300;
const ROWS_AT_ONCE = 500;

interface OutboxRow {
  _id: ObjectId;
  fact: Fact;
}
interface VersionRow {
  _id: string;
  version: number;
}
/** A fact as it is told; its version is given when it is kept. */
export type UnversionedFact = Fact extends infer F ? (F extends Fact ? Omit<F, 'version'> : never) : never;

/**
 * Facts leave through a collection: written in the transaction of the change they tell of, handed to Kafka afterwards
 * until Kafka has them. So a change without its fact, or a fact without its change, can't be.
 */
export class FactOutbox {
  private readonly rows: Collection<OutboxRow>;
  private readonly versions: Collection<VersionRow>;
  private producer: KafkaProducer | undefined;
  private relaying: Promise<void> | undefined;
  private relayedAt = 0;
  private soon: NodeJS.Timeout | undefined;
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

  /** The version of the newest fact about something that is committed; 0 where there was none. */
  async versionOf(kind: Fact['kind'], key: string): Promise<number> {
    return (await this.versions.findOne({ _id: `${kind}:${key}` }))?.version ?? 0;
  }

  /** Hands over what waits, now or in a moment rather than at the next poll. */
  nudge(): void {
    const wait = this.relaying ? TOGETHER_MS : this.relayedAt + TOGETHER_MS - performance.now();
    if (wait > 0) this.soon ??= setTimeout(() => this.handOver(), wait);
    else this.handOver();
  }

  private handOver(): void {
    clearTimeout(this.soon);
    this.soon = undefined;
    if (this.relaying) return this.nudge();
    this.relaying = this.relay()
      .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'facts wait to be told'))
      .finally(() => {
        this.relaying = undefined;
        this.relayedAt = performance.now();
      });
  }

  private async record(session: ClientSession, facts: UnversionedFact[]): Promise<void> {
    if (facts.length === 0) return;
    const versions = await this.nextVersions(
      session,
      facts.map(({ kind, key }) => `${kind}:${key}`),
    );
    await this.rows.insertMany(
      facts.map((fact, index) => ({
        _id: new ObjectId(),
        fact: Fact.parse({ ...fact, version: versions[index] }),
      })),
      { session },
    );
  }

  /** The counters outlive their subjects, so that a name used again starts above its old versions. */
  private async nextVersions(session: ClientSession, ids: string[]): Promise<(number | undefined)[]> {
    const update = { $inc: { version: 1 } };
    const [first] = ids;
    if (first !== undefined && ids.length === 1) {
      const options = { upsert: true, returnDocument: 'after', session } as const;
      return [(await this.versions.findOneAndUpdate({ _id: first }, update, options))?.version];
    }
    await this.versions.bulkWrite(
      ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      { session },
    );
    const counters = await this.versions.find({ _id: { $in: ids } }, { session }).toArray();
    const versions = new Map(counters.map(({ _id, version }) => [_id, version]));
    return ids.map((id) => versions.get(id));
  }

  private async start(): Promise<void> {
    this.producer = await this.kafka.producer();
    this.timer = setInterval(() => this.nudge(), POLL_INTERVAL_MS);
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.soon);
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
      // Whatever was committed meanwhile has nudged.
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }
}
