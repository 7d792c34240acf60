import { Inject, Injectable } from '@nestjs/common';
import { NOTICE_CHANNELS } from '@telemon/contracts/alerting/notices';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { connectRedisForQueue } from '@telemon/platform/redis/redis-connection';
import Bull from 'bull';
import type { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import type { AlertingVariables } from '../config.ts';
import { type NoticeChannel, type NoticeLane, partsOf, rankOf } from './notice.ts';
import type { Turn } from './turns.ts';

/** How long the service waits at its stop for queues that can't reach Redis, ms. */
const CLOSE_WITHIN_MS = 2_000;
/** Margin of delayed jobs: a job that runs a moment early finds the notice not due, ms. */
const SURELY_DUE_MS = 30;

/** Notices in one job: large enough for few jobs, which cost less; small enough to share the work among replicas. */
const IDS_IN_A_JOB = 20;
/** Jobs of a channel that a process takes from Redis at once; none waits for its notices to be sent. */
const JOBS_AT_ONCE = 4;

interface Job {
  ids: string[];
  /** Jobs of earlier versions of Telemon lack it; they are of a channel with one lane. */
  lane?: NoticeLane;
  /** Jobs of earlier versions lack these. */
  rank?: number;
  share?: string;
}

/** A notice to be sent, and its turn. */
interface Woken extends Turn {
  id: string;
}

type Handle = (lane: NoticeLane, id: string, turn: Turn) => Promise<void>;

/** Bull runs jobs with a lower number first, and 0 means none. */
const priorityOf = (rank: number): number => rank + 1;

/**
 * Queues jobs in Redis that deliver notices on any replica, now or later. A job is only a trigger: the notices are in
 * MongoDB, where the sweep finds those whose job is lost.
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

  /** Whether Redis is connected; otherwise no job is queued. */
  get isReady(): boolean {
    return this.shared?.status === 'ready';
  }

  start(handle: Handle): void {
    // One set of queues per database of notices.
    const prefix = `telemon:${this.mongo.db.databaseName}`;
    this.shared = this.connect();
    for (const channel of NOTICE_CHANNELS) {
      const queue = new Bull<Job>(`notices-${channel}`, {
        prefix,
        createClient: (type) => (type === 'client' ? this.shared! : this.connect()),
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      });
      queue.on('error', (error) => logger.debug({ channel, reason: error.message }, 'queue of notices'));
      this.queues.set(channel, queue);
      tolerateUnnamed(queue);
      queue
        .process(JOBS_AT_ONCE, async ({ data }) => {
          const { ids, lane = channel as 'sms' | 'email', share = '' } = data;
          // Not awaited: the notices of one manager, or for a slow broker, must not hold up the jobs of others.
          for (const id of ids) void handle(lane, id, { rank: rankOf(data), share });
        })
        .catch((error: Error) => logger.warn({ channel, reason: error.message }, 'queue of notices ended'));
    }
  }

  /** Queues jobs for the notices, several per job; Bull ignores a job id that is queued already. */
  wake(lane: NoticeLane, notices: readonly Woken[]): void {
    if (notices.length === 0 || !this.isReady) return;
    const { channel } = partsOf(lane);
    const jobs = [...Map.groupBy(notices, ({ rank, share }) => `${rank} ${share}`).values()].flatMap((some) =>
      jobsOf(lane, some),
    );
    const queue = this.queues.get(channel)!;
    addAll(queue, jobs).catch((error: Error) =>
      logger.debug({ channel, reason: error.message }, 'job not queued'),
    );
  }

  /** Queues a delayed job for the next attempt of a notice. */
  wakeLater(lane: NoticeLane, { id, rank, share }: Woken, attempt: number, waitMs: number): void {
    if (!this.isReady) return;
    const { channel } = partsOf(lane);
    this.queues
      .get(channel)
      ?.add(
        { ids: [id], lane, rank, share },
        {
          jobId: `${id}-${attempt}`,
          delay: Math.ceil(waitMs) + SURELY_DUE_MS,
          priority: priorityOf(rank),
        },
      )
      .catch((error: Error) => logger.debug({ channel, reason: error.message }, 'job not queued'));
  }

  private connect(): Redis {
    const connection = connectRedisForQueue(this.config.REDIS_URL);
    this.connections.push(connection);
    return connection;
  }

  private async close(): Promise<void> {
    // Without a connection nothing is under way, and closing such a queue would leave a rejection of Bull's unhandled.
    const queues = this.isReady ? [...this.queues.values()] : [];
    const closing = queues.map((queue) => queue.close().catch(() => undefined));
    await Promise.race([Promise.all(closing), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    for (const connection of this.connections) connection.disconnect();
  }
}

/** Bull awaits nowhere that its connection gets a name: without Redis, the stop would leave the rejection unhandled. */
const tolerateUnnamed = (queue: object): void => {
  const worker = queue as { setWorkerName: () => Promise<unknown> };
  const setWorkerName = worker.setWorkerName.bind(queue);
  worker.setWorkerName = () => setWorkerName().catch(() => undefined);
};

/** Adds jobs together; one by one if Redis has lost Bull's scripts, because only single commands send them anew. */
const addAll = async (
  queue: Bull.Queue<Job>,
  jobs: { data: Job; opts: Bull.JobOptions }[],
): Promise<void> => {
  const added = await queue.addBulk(jobs);
  const lost = jobs.filter((_, place) => !added[place]?.id);
  await Promise.all(lost.map(({ data, opts }) => queue.add(data, opts)));
};

/** The jobs of notices that have one rank and one share. */
const jobsOf = (lane: NoticeLane, notices: Woken[]): { data: Job; opts: Bull.JobOptions }[] =>
  Array.from({ length: Math.ceil(notices.length / IDS_IN_A_JOB) }, (_, part) => {
    const some = notices.slice(part * IDS_IN_A_JOB, (part + 1) * IDS_IN_A_JOB);
    const { id: jobId, rank, share } = some[0]!;
    const data = { ids: some.map(({ id }) => id), lane, rank, share };
    return { data, opts: { jobId, priority: priorityOf(rank) } };
  });
