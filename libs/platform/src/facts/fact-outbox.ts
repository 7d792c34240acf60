import { MINUTE_MS } from '@telemon/contracts/durations';
import { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { reasonOf } from '../errors.ts';
import { type Kafka, LARGEST_BATCH_BYTES } from '../kafka/kafka.ts';
import type { KafkaProducer } from '../kafka/kafka-producer.ts';
import { isTooLarge } from '../kafka/kafka-errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import { Counter } from '../metrics.ts';
import type { Mongo, OrderedRead } from '../mongo.ts';
import { untilAnswered } from '../until-answered.ts';
import { FactOrder, type VersionRow } from './fact-order.ts';
import { FactVersions } from './fact-versions.ts';
import { type FactMessage, idOf, inOrderOfVersions, messageOf } from './fact-message.ts';

/** How often facts that could not be sent are tried again, ms. */
const RETRY_INTERVAL_MS = 1_000;
/** How often the collection is searched for rows of others, ms. A search also passes all that were deleted lately: 10,000 in 14 ms. */
const SEARCH_INTERVAL_MS = 5_000;
/** Facts of its own that a process keeps until they are sent; it searches for further ones. */
const MOST_KEPT = 1_000;
/** Shortest time between two sends, ms; facts in between form one batch. */
const TOGETHER_MS = 300;
const ROWS_AT_ONCE = 500;
/** How long a fact that Kafka refused for its size waits for a retry, ms: an operator may have raised the limit. */
const REFUSED_FOR_MS = 10 * MINUTE_MS;

const refused = new Counter({
  name: 'telemon_facts_refused_total',
  help: 'Times that Kafka refused a single fact for its size; it is tried again every ten minutes',
  labelNames: ['kind'],
});

interface OutboxRow {
  _id: ObjectId;
  fact: Fact;
  /** When Kafka refused it for its size. */
  refusedAt?: Date;
}
/** A fact before the outbox gives it a version. */
export type UnversionedFact = Fact extends infer F ? (F extends Fact ? Omit<F, 'version'> : never) : never;

/**
 * A transactional outbox: a fact is written in the transaction of its change, and sent to Kafka afterwards, until Kafka has it.
 * So there is no change without its fact and no fact without its change. Replicas send without coordination; FactOrder makes sure
 * that the newest fact about a subject comes last.
 */
export class FactOutbox {
  private readonly rows: Collection<OutboxRow>;
  private readonly versionRows: Collection<VersionRow>;
  private readonly versions: FactVersions;
  private readonly order: FactOrder;
  private producer: KafkaProducer | undefined;
  private relaying: Promise<void> | undefined;
  private relayedAt = 0;
  private soon: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Ids of rows in transactions of this process that no search has found. */
  private readonly recorded = new Set<string>();
  /** Rows that this process has committed and not sent yet. */
  private committed: OutboxRow[] = [];
  private searchAt = 0;

  constructor(
    private readonly mongo: Mongo,
    private readonly kafka: Kafka,
    lifecycle: Lifecycle,
  ) {
    this.rows = mongo.collection<OutboxRow>('fact_outbox');
    this.versionRows = mongo.collection<VersionRow>('fact_versions');
    this.versions = new FactVersions(this.versionRows);
    this.order = new FactOrder(kafka, this.versionRows, (facts) => this.republish(facts));
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /**
   * Runs `work` in a transaction together with the facts that it publishes; they are on their way when this resolves. The facts
   * of one `publish` must be about different subjects; it returns their versions.
   */
  async commit<Result>(
    work: (
      session: ClientSession,
      publish: (...facts: UnversionedFact[]) => Promise<number[]>,
    ) => Promise<Result>,
  ): Promise<Result> {
    let rows: OutboxRow[] = [];
    const forget = () => rows.forEach((row) => this.recorded.delete(hexOf(row)));
    try {
      const result = await this.mongo.transaction((session) => {
        // The transaction may begin again.
        forget();
        rows = [];
        return work(session, async (...facts) => {
          const added = await this.record(session, facts);
          rows.push(...added);
          return added.map(({ fact }) => fact.version);
        });
      });
      this.keep(rows.filter((row) => this.recorded.has(hexOf(row))));
      this.nudge();
      return result;
    } catch (error) {
      // Whether it was committed may be unknown.
      this.searchAt = 0;
      throw error;
    } finally {
      forget();
    }
  }

  /** The versions of the newest facts about subjects, 0 where there was none, and the result of a read that is at least as new. */
  withVersions<Result>(
    kind: Fact['kind'],
    keys: readonly string[],
    read: (options: OrderedRead) => Promise<Result>,
  ): Promise<{ versions: number[]; result: Result }> {
    return this.mongo.readInOrder(async (options) => {
      const ids = keys.map((key) => idOf({ kind, key }));
      const known = await this.versions.of(ids, options);
      return { versions: ids.map((id) => known.get(id) ?? 0), result: await read(options) };
    });
  }

  /** Sends waiting facts now or in a moment, rather than at the next poll. */
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
      .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'facts not sent, retrying'))
      .finally(() => {
        this.relaying = undefined;
        this.relayedAt = performance.now();
      });
  }

  /** Keeps committed rows until they are sent. */
  private keep(rows: readonly OutboxRow[]): void {
    this.committed.push(...rows);
    if (this.committed.length > MOST_KEPT) this.searchSoon();
  }

  private searchSoon(): void {
    this.committed = [];
    this.searchAt = 0;
  }

  private async record(session: ClientSession, told: UnversionedFact[]): Promise<OutboxRow[]> {
    if (told.length === 0) return [];
    // A placeholder: `assign` gives the version.
    const facts = told.map((fact) => Fact.parse({ ...fact, version: 0 }));
    const versions = await this.versions.assign(facts, session);
    const rows = facts.map((fact, index) => ({
      _id: new ObjectId(),
      fact: Fact.parse({ ...fact, version: versions[index] }),
    }));
    await this.rows.insertMany(rows, { session });
    for (const row of rows) this.recorded.add(hexOf(row));
    return rows;
  }

  private async start(): Promise<void> {
    this.producer = await this.kafka.producer();
    this.timer = setInterval(() => this.nudge(), RETRY_INTERVAL_MS);
    const told = await untilAnswered(() => this.versionRows.findOne({}, { projection: { _id: 1 } }));
    if (told) this.order.watch();
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.soon);
    await this.relaying;
  }

  private async relay(): Promise<void> {
    if (!this.producer) return;
    try {
      await this.send(this.producer, this.committed.splice(0));
      if (performance.now() >= this.searchAt) await this.sendFound(this.producer);
    } catch (error) {
      // The collection still has all rows that were not sent.
      this.searchSoon();
      throw error;
    }
  }

  /** Sends the waiting facts of any process, oldest first: of one that ended, or that could not send. */
  private async sendFound(producer: KafkaProducer): Promise<void> {
    this.searchAt = performance.now() + SEARCH_INTERVAL_MS;
    for (;;) {
      const now = Date.now();
      const refusedAt = { $gt: new Date(now - REFUSED_FOR_MS), $lte: new Date(now) };
      // For a majority: a failover could take the change back, and the next one would have the version of its fact.
      const options = { sort: { _id: 1 }, limit: ROWS_AT_ONCE, readConcern: 'majority' } as const;
      const sent = await this.send(producer, this.rows.find({ $nor: [{ refusedAt }] }, options));
      if (sent.size === 0) return;
      for (const id of sent) this.recorded.delete(id);
      this.committed = this.committed.filter((row) => !sent.has(hexOf(row)));
    }
  }

  /** Sends facts in batches as large as Kafka takes, at least one fact each, however large; returns the ids of their rows. */
  private async send(
    producer: KafkaProducer,
    rows: Iterable<OutboxRow> | AsyncIterable<OutboxRow>,
  ): Promise<Set<string>> {
    const sent = new Set<string>();
    let batch: FactMessage[] = [];
    let bytes = 0;
    const sendBatch = async () => {
      await this.publish(producer, inOrderOfVersions(batch));
      // Not earlier: services without facts needn't consume the topic.
      this.order.watch();
      for (const { rowId } of batch) sent.add(rowId.toHexString());
      batch = [];
      bytes = 0;
    };
    for await (const { _id, fact } of rows) {
      const message = messageOf(_id, fact);
      if (batch.length > 0 && bytes + message.bytes > LARGEST_BATCH_BYTES) await sendBatch();
      batch.push(message);
      bytes += message.bytes;
    }
    if (batch.length > 0) await sendBatch();
    return sent;
  }

  /** Sends a batch; in halves if Kafka refuses it for its size. */
  private async publish(producer: KafkaProducer, batch: FactMessage[]): Promise<void> {
    try {
      await producer.send(
        TOPICS.facts,
        batch.map(({ key, value }) => ({ key, value })),
      );
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      const half = batch.length >> 1;
      if (half === 0) return this.putAside(batch[0]!);
      await this.publish(producer, batch.slice(0, half));
      return this.publish(producer, batch.slice(half));
    }
    await this.rows.deleteMany({ _id: { $in: batch.map(({ rowId }) => rowId) } });
  }

  /** Keeps a fact that is too large for Kafka, unless there is a newer one, so that it holds up no other. */
  private async putAside({ rowId, key, bytes, fact }: FactMessage): Promise<void> {
    logger.error({ fact: key, version: fact.version, bytes }, 'fact too large for kafka, set aside');
    refused.inc({ kind: fact.kind });
    const subject = idOf(fact);
    const version = (await this.versions.of([subject])).get(subject) ?? 0;
    if (version > fact.version) await this.rows.deleteOne({ _id: rowId });
    else await this.rows.updateOne({ _id: rowId }, { $set: { refusedAt: new Date() } });
  }

  private async republish(facts: Fact[]): Promise<void> {
    logger.info({ facts: facts.length }, 'facts sent again, because older ones came after them');
    const rows = facts.map((fact) => ({ _id: new ObjectId(), fact }));
    await this.rows.insertMany(rows);
    this.keep(rows);
  }
}

const hexOf = ({ _id }: OutboxRow): string => _id.toHexString();
