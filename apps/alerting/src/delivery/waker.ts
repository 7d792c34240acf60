import { Inject, Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import Bull from 'bull';
import type { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import type { AlertingVariables } from '../config.ts';
import { CHANNELS_OF_NOTICES, type NoticeChannel } from './notice.ts';
import { connectRedis } from './redis-connection.ts';

/** How long a queue that can't reach Redis is waited for when the service stops, ms. */
const CLOSE_WITHIN_MS = 2_000;
/** A wake-up that comes a moment early finds nothing to do, so it comes a moment late, ms. */
const SURELY_DUE_MS = 30;

/** Fewer jobs cost less, and enough of them share the work among replicas. */
const IDS_IN_A_JOB = 20;

interface Job {
  ids: string[];
}

type Handle = (channel: NoticeChannel, id: string) => Promise<void>;

/**
 * Wakes whoever delivers a notice, on any replica, now or later. It only wakes: what is to be done stands in MongoDB,
 * and what Redis forgets is found there again.
 */
@Injectable()
export class Waker {
  private readonly queues = new Map<NoticeChannel, Bull.Queue<Job>>();
  private readonly connections: Redis[] = [];
  private shared: Redis | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: AlertingVariables,
    private readonly mongo: Mongo,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => this.close());
  }

  /** Whether Redis can be reached; where it can't, nobody is woken. */
  get isReady(): boolean {
    return this.shared?.status === 'ready';
  }

  start(atOnce: Record<NoticeChannel, number>, handle: Handle): void {
    // The queue belongs to the database whose notices it wakes for.
    const prefix = `telemon:${this.mongo.db.databaseName}`;
    this.shared = this.connect();
    for (const channel of CHANNELS_OF_NOTICES) {
      const queue = new Bull<Job>(`notices-${channel}`, {
        prefix,
        createClient: (type) => (type === 'client' ? this.shared! : this.connect()),
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      });
      queue.on('error', (error) => logger.debug({ channel, reason: error.message }, 'queue of notices'));
      this.queues.set(channel, queue);
      queue
        .process(atOnce[channel], async ({ data }) => {
          await Promise.all(data.ids.map((id) => handle(channel, id)));
        })
        .catch((error: Error) => logger.warn({ channel, reason: error.message }, 'queue of notices ended'));
    }
  }

  /** Wakes for the notices, for several at a time; a job that is in line already is not put there again. */
  wake(channel: NoticeChannel, ids: string[]): void {
    if (ids.length === 0 || !this.isReady) return;
    this.queues
      .get(channel)
      ?.addBulk(
        Array.from({ length: Math.ceil(ids.length / IDS_IN_A_JOB) }, (_, part) => {
          const some = ids.slice(part * IDS_IN_A_JOB, (part + 1) * IDS_IN_A_JOB);
          return { data: { ids: some }, opts: { jobId: some[0]! } };
        }),
      )
      .catch((error: Error) => logger.debug({ channel, reason: error.message }, 'nobody woken'));
  }

  /** Wakes for a notice after a while, for its next attempt. */
  wakeLater(channel: NoticeChannel, id: string, attempt: number, waitMs: number): void {
    if (!this.isReady) return;
    this.queues
      .get(channel)
      ?.add({ ids: [id] }, { jobId: `${id}-${attempt}`, delay: Math.ceil(waitMs) + SURELY_DUE_MS })
      .catch((error: Error) => logger.debug({ channel, reason: error.message }, 'nobody woken'));
  }

  private connect(): Redis {
    const connection = connectRedis(this.config.REDIS_URL);
    this.connections.push(connection);
    return connection;
  }

  private async close(): Promise<void> {
    const closing = [...this.queues.values()].map((queue) => queue.close().catch(() => undefined));
    await Promise.race([Promise.all(closing), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    for (const connection of this.connections) connection.disconnect();
  }
}
