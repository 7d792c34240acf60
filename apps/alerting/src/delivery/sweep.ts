import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { NOTICE_CHANNELS } from '@telemon/contracts/alerting/notices';
import { LONGEST_ASKED_MS } from '@telemon/platform/circuit-breaker';
import { reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { runPasses } from '@telemon/platform/passes';
import { noticesWaiting, oldestNoticeWaiting, breakerOpen } from './delivery.metrics.ts';
import { DeliveryService } from './delivery.service.ts';
import { GatheredRepository } from './gathered.repository.ts';
import { type NoticeChannel, laneOf, turnOf } from './notice.ts';
import { NoticeClaims } from './notice-claims.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Waker } from './waker.ts';

const EVERY_MS = 2_000;
/** How long a notice has been due before the sweep takes it, ms: a job that Bull delivered in time has started by then. */
const GRACE_MS = 2_000;
/** After this time Redis has lost the job, or hangs: the notice is sent without it. */
const UNWOKEN_MS = 10_000;
/** Most notices of each channel in one pass. */
const MOST_AT_ONCE = 500;
const MEASURE_EVERY = 5;
/** Longer than any wait or lease: a notice that is due even later got its time from a wrong clock. */
const TOO_FAR_AHEAD_MS = LONGEST_ASKED_MS + 60_000;

/** Finds due notices without a job: after a crash, after Redis was unavailable or emptied, after a wait. */
@Injectable()
export class Sweep {
  private readonly begin: () => void;
  private count = 0;
  private readonly others: (() => Promise<void>)[] = [];

  constructor(
    private readonly repository: NoticesRepository,
    private readonly claims: NoticeClaims,
    private readonly gathered: GatheredRepository,
    private readonly delivery: DeliveryService,
    private readonly waker: Waker,
    lifecycle: Lifecycle,
  ) {
    this.begin = runPasses(lifecycle, { parts: [() => this.sweep()], failed: 'sweep for notices failed' });
  }

  @Interval(EVERY_MS)
  wake(): void {
    this.begin();
  }

  /** Has other notices stored that are due, before each pass. */
  alsoDo(work: () => Promise<void>): void {
    this.others.push(work);
  }

  /** Runs one pass. */
  async sweep(graceMs = GRACE_MS): Promise<void> {
    for (const work of this.others) {
      // A failure here must not hold up notices that don't wait for others.
      await work().catch((error: unknown) =>
        logger.warn({ reason: reasonOf(error) }, 'notices that wait for others not looked at'),
      );
    }
    await this.claims.freeLostClaims();
    const wronglyDue = await this.repository.bringBack(TOO_FAR_AHEAD_MS);
    if (wronglyDue > 0) logger.warn({ notices: wronglyDue }, 'notices due too late by a wrong clock');
    for (const channel of NOTICE_CHANNELS) await this.sweepChannel(channel, graceMs);
    if (this.count++ % MEASURE_EVERY === 0) await this.measure();
  }

  private async sweepChannel(channel: NoticeChannel, graceMs: number): Promise<void> {
    const { leftAlone, busy } = this.delivery.resting(channel);
    breakerOpen.set({ channel }, leftAlone.length);
    const { isReady } = this.waker;
    const resting = [...leftAlone.map((lane) => ({ lane })), ...busy];
    const due = await this.repository.due(channel, resting, isReady ? graceMs : 0, MOST_AT_ONCE);
    const unwoken: typeof due = [];
    for (const notice of due) {
      if (isReady && notice.dueForMs < UNWOKEN_MS) unwoken.push(notice);
      else void this.delivery.deliver(laneOf(notice), notice._id, turnOf(notice));
    }
    for (const [lane, notices] of Map.groupBy(unwoken, laneOf)) {
      this.waker.wake(
        lane,
        notices.map((notice) => ({ id: notice._id, ...turnOf(notice) })),
      );
    }
  }

  private async measure(): Promise<void> {
    const { count, since } = await this.repository.waiting();
    noticesWaiting.set(count + (await this.gathered.count()));
    oldestNoticeWaiting.set(since ? (Date.now() - since.getTime()) / 1_000 : 0);
  }
}
