import type { Consumer, EachBatchPayload, Kafka as KafkaClient } from 'kafkajs';
import { TOPICS } from '@telemon/contracts/topics';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { pauseAfterBatch } from './batch-pause.ts';
import type { Consumption, Rest } from './consumption.ts';
import { ConsumerWatch, endProcess } from './consumer-watch.ts';
import { Gaps } from './gaps.ts';
import { isBug } from './kafka-bugs.ts';
import { LagWatch } from './lag-watch.ts';
import type { PartitionOffsets } from './partition-offsets.ts';
import { SignsOfLife } from './signs-of-life.ts';

const LONGEST_PAUSE_MS = 5_000;
const pauseAfter = (failures: number) => delay(Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS));
/** How long a stop waits for a start that is under way, ms: with Kafka away it would wait for ever. */
const START_ENDS_WITHIN_MS = 2_000;
/** Shortest interval between offset commits, ms; messages read since come again after a kill. */
const COMMIT_INTERVAL_MS = 250;

/** Questions to Kafka beside the consumer's own client. They fail if Kafka does not answer in time. */
interface Asking {
  ping: () => Promise<void>;
  offsets: (topic: string, group: string) => Promise<Map<number, PartitionOffsets>>;
}

/**
 * One consumer of one topic. It retries without limit while Kafka can't be read. If the client falls silent, gets nothing although
 * messages wait, or fails because of a bug, the process ends and is restarted.
 */
export class KafkaConsumer {
  private readonly consumer: Consumer;
  private readonly consumption: Consumption;
  /** Per partition, the offset after the last handled message, if it is not committed yet. */
  private readonly uncommitted = new Map<number, string>();
  /** Per partition, whether the newest batch's rest succeeded. */
  private readonly rests = new Map<number, Promise<boolean>>();
  /** Null for a compacted topic, which leaves out offsets. */
  private readonly gaps: Gaps | null;
  /** Copy of `uncommitted` at the last assignment: each of these partitions is resent from before its offset. */
  private readonly lost = new Map<number, string>();
  private assigned: readonly number[] = [];
  /** How often the partitions have been assigned so far. */
  private joins = 0;
  private handling: Promise<void> | undefined;
  private committing: Promise<void> | undefined;
  private commitTimer: NodeJS.Timeout | undefined;
  private lastCommit = Number.NEGATIVE_INFINITY;
  private starting: Promise<void> | undefined;
  /** How often the client has given up since its last fetch. */
  private failures = 0;
  private readonly signs = new SignsOfLife();
  private readonly lag: LagWatch;
  private readonly watch: ConsumerWatch;
  private stopping = false;

  constructor(client: KafkaClient, consumption: Consumption, { ping, offsets }: Asking) {
    const { topic, group, fromBeginning = true } = consumption;
    const isCompacted = topic === TOPICS.facts;
    this.consumption = consumption;
    this.gaps = isCompacted ? null : new Gaps(client, topic, group);
    this.lag = new LagWatch({ isCompacted, fromBeginning, ask: () => offsets(topic, group) });
    this.watch = new ConsumerWatch(topic, this.signs, this.lag, ping);
    this.consumer = client.consumer({
      groupId: group,
      sessionTimeout: 6_000,
      heartbeatInterval: 1_500,
      rebalanceTimeout: 6_000,
      maxBytesPerPartition: consumption.maxBytesPerPartition ?? 1_048_576,
      maxWaitTimeInMs: consumption.maxWaitTimeInMs ?? 500,
      allowAutoTopicCreation: false,
      retry: {
        initialRetryTime: 100,
        maxRetryTime: 2_000,
        retries: 8,
        restartOnFailure: async () => !this.stopping,
      },
    });
  }

  get isAlive(): boolean {
    return this.watch.isAlive;
  }

  /** Resolves once Kafka accepted it, or it was stopped before. */
  async start(): Promise<void> {
    const { topic, onAssigned } = this.consumption;
    const { events } = this.consumer;
    const sign = () => this.signs.heard();
    for (const event of [events.FETCH, events.HEARTBEAT, events.CONNECT, events.GROUP_JOIN, events.CRASH]) {
      this.consumer.on(event as never, sign);
    }
    this.consumer.on(events.FETCH, () => void (this.failures = 0));
    this.consumer.on(events.GROUP_JOIN, ({ payload }) => {
      // Handled messages without a commit come again, here or at another member.
      for (const [partition, offset] of this.uncommitted) this.lost.set(partition, offset);
      this.uncommitted.clear();
      this.rests.clear();
      if (this.joins++ > 0) this.gaps?.forget();
      this.assigned = payload.memberAssignment[topic] ?? [];
      this.lag.assign(this.assigned);
      logger.info(
        { topic, partitions: this.assigned, joins: this.joins, tookMs: payload.duration },
        'kafka consumer joined its group',
      );
      onAssigned?.([...this.assigned]);
    });
    this.consumer.on(events.REBALANCING, () => this.lag.release());
    this.consumer.on(events.END_BATCH_PROCESS, ({ payload }) => {
      // The client reads on by itself after a batch whose messages are all left out, such as aborted ones.
      const { partition, batchSize, lastOffset, highWatermark } = payload;
      if (batchSize === 0) this.lag.reached(partition, lastOffset, highWatermark);
    });
    this.consumer.on(events.CRASH, ({ payload }) => {
      this.lag.release();
      logger.warn(
        { topic, reason: reasonOf(payload.error), restarts: payload.restart },
        'kafka consumer crashed',
      );
      if (!payload.restart) this.startAgain(payload.error);
    });
    this.watch.start();
    await this.gaps?.recall();
    await (this.starting = this.startClient());
  }

  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.watch.stop();
    clearTimeout(this.commitTimer);
    this.pause();
    await this.handling;
    await this.committing;
    await this.commit();
    // Otherwise, a client that is joining its group would go on joining.
    await Promise.race([this.starting, delay(START_ENDS_WITHIN_MS, undefined, { ref: false })]);
    await this.consumer.disconnect();
  }

  private async startClient(): Promise<void> {
    const { topic, fromBeginning = true } = this.consumption;
    while (!this.stopping) {
      try {
        await this.consumer.connect();
        await this.consumer.subscribe({ topics: [topic], fromBeginning });
        if (this.stopping) return;
        return await this.consumer.run({
          eachBatchAutoResolve: false,
          autoCommit: false,
          eachBatch: (payload) => (this.handling = this.lag.delivering(() => this.eachBatch(payload))),
        });
      } catch (error) {
        if (isBug(error)) return endProcess('kafka consumer failed', { topic, err: error });
        logger.warn({ topic, reason: reasonOf(error) }, 'kafka consumer not started, retrying');
        this.signs.heard();
        await pauseAfter(this.failures++);
      }
    }
  }

  /** Restarts a client that has stopped for good. It goes on from the committed offsets, as after any rebalance. */
  private startAgain(failure: unknown): void {
    if (this.stopping) return;
    const { topic } = this.consumption;
    if (isBug(failure)) return endProcess('kafka consumer failed', { topic, err: failure });
    this.starting = pauseAfter(this.failures++).then(() => this.startClient());
  }

  /** Makes the client deliver no more batches; it throws while it is starting. */
  private pause(): void {
    try {
      this.consumer.pause([{ topic: this.consumption.topic }]);
    } catch (error) {
      const { topic } = this.consumption;
      logger.info({ topic, reason: reasonOf(error) }, 'kafka consumer stops before its first read');
    }
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isRunning, isStale, resolveOffset } = payload;
    const { messages } = batch;
    if (messages.length === 0 || this.isOfFormerAssignment(batch)) return;
    const { joins } = this;
    const { shortestBatchMs = 0 } = this.consumption;
    const missed = await this.gaps?.look(batch);
    for (let attempt = 0; isRunning() && !isStale() && !this.stopping; attempt++) {
      // A long step must not cost us the partition: heartbeats go on meanwhile.
      const beat = setInterval(() => void heartbeat().catch(() => undefined), 1_000);
      const begun = performance.now();
      try {
        const behind = Number(batch.offsetLag());
        const { partition } = batch;
        let { offset } = messages[messages.length - 1]!;
        let lastOffset = batch.lastOffset();
        let restsFor = 0;
        const skipBehind = (restMs: number) => {
          offset = lastOffset = String(BigInt(batch.highWatermark) - 1n);
          restsFor = restMs;
        };
        const handled = await this.signs.attempt(async () => {
          const rest = await this.consumption.handle({ partition, messages, behind, missed, skipBehind });
          // If the batch before it comes again, this one does, too, after it.
          return (await this.rests.get(partition)) === false ? null : { rest };
        });
        // After a rebalance the batch comes again, here or at another member, after the uncommitted ones before it.
        if (this.joins !== joins || handled === null) return;
        resolveOffset(offset);
        this.lag.reached(partition, lastOffset, batch.highWatermark);
        this.uncommitted.set(partition, String(BigInt(offset) + 1n));
        if (handled.rest) this.rests.set(partition, this.finish(partition, handled.rest));
        this.commitSoon();
        if (restsFor > 0) setTimeout(payload.pause(), restsFor).unref();
        const pause = pauseAfterBatch(performance.now() - begun, shortestBatchMs);
        if (pause > 0) await delay(pause);
        return;
      } catch (error) {
        const { topic, partition } = batch;
        logger.warn(
          { topic, partition, messages: messages.length, attempt, reason: reasonOf(error) },
          'batch failed, retrying',
        );
        await pauseAfter(attempt);
      } finally {
        clearInterval(beat);
      }
    }
  }

  /**
   * @returns False if the process loses its partitions before the rest has succeeded, or stops and one attempt has failed: then
   * its batch comes again.
   */
  private async finish(partition: number, rest: Rest): Promise<boolean> {
    const { joins } = this;
    for (let attempt = 0; this.joins === joins && (attempt === 0 || !this.stopping); attempt++) {
      try {
        await this.signs.attempt(rest);
        return true;
      } catch (error) {
        const { topic } = this.consumption;
        logger.warn({ topic, partition, attempt, reason: reasonOf(error) }, 'batch not finished, retrying');
        await pauseAfter(attempt);
      }
    }
    return false;
  }

  /**
   * Whether the client fetched the batch before it lost its partitions: uncommitted messages before it come first. True once per
   * partition, because another member may have committed up to it.
   */
  private isOfFormerAssignment({ partition, messages }: EachBatchPayload['batch']): boolean {
    if (!this.assigned.includes(partition)) return true;
    const lost = this.lost.get(partition);
    this.lost.delete(partition);
    return lost !== undefined && BigInt(messages[0]!.offset) >= BigInt(lost);
  }

  private commitSoon(): void {
    const { commitIntervalMs = COMMIT_INTERVAL_MS } = this.consumption;
    if (this.stopping || this.commitTimer || commitIntervalMs === null) return;
    const dueAt = this.lastCommit + commitIntervalMs;
    const wait = Math.max(0, dueAt - performance.now());
    this.commitTimer = setTimeout(() => {
      this.committing = this.commit().finally(() => {
        this.lastCommit = performance.now();
        this.committing = undefined;
        this.commitTimer = undefined;
        if (this.uncommitted.size > 0) this.commitSoon();
      });
    }, wait);
  }

  private async commit(): Promise<void> {
    const { topic, settle, commitIntervalMs } = this.consumption;
    if (commitIntervalMs === null) return;
    const handled = [...this.uncommitted].map(([partition, offset]) => ({ topic, partition, offset }));
    if (handled.length === 0) return;
    const { joins } = this;
    try {
      const finished = await Promise.all(handled.map(({ partition }) => this.rests.get(partition)));
      const offsets = handled.filter((_, index) => finished[index] !== false);
      if (offsets.length === 0) return;
      await settle?.();
      // After a rebalance these messages come again; the work that `settle` persisted may not have included them.
      if (this.joins !== joins) return;
      await this.consumer.commitOffsets(offsets);
      for (const { partition, offset } of offsets) {
        if (this.uncommitted.get(partition) === offset) this.uncommitted.delete(partition);
      }
    } catch (error) {
      logger.warn({ topic, reason: reasonOf(error) }, 'offsets not committed, retrying');
    }
  }
}
