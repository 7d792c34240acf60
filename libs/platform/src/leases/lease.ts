import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { isDuplicateKey } from '../mongo-outcome.ts';

export interface LeaseDocument {
  _id: string;
  holder: string;
  /** When the lease expires, by the clock of the database. */
  until: Date;
}

const LASTS_MS = 15_000;
/** How often a holder renews the lease while it lasts once. */
const RENEWALS = 5;
/** A holder that can't renew the lease stops at this part of its length; the rest is the time to stop in. */
const STOPS_AT = 11 / 15;
const ASKED_FOR_EVERY_MS = 250;
const NEVER = Number.NEGATIVE_INFINITY;

/** The work under a lease has to stop: another holder may have it. */
export class LeaseLost extends Error {}

/** A lock that ends by itself. Its times are the database's, so the replicas' clocks don't matter. */
export class Lease {
  private readonly holder = randomUUID();
  /** When this holder stops, by its own clock (`performance.now`). */
  private heldUntil = NEVER;

  /** @param lastsMs A holder that was killed keeps others waiting for this long at most. */
  constructor(
    private readonly leases: Collection<LeaseDocument>,
    private readonly name: string,
    readonly lastsMs = LASTS_MS,
  ) {}

  /**
   * Whether the work may go on. Unlike the signal, it tells so at once in a process that stood still for longer than the lease lasts,
   * before any timer.
   */
  get isHeld(): boolean {
    return performance.now() < this.heldUntil;
  }

  /** @throws LeaseLost unless the work may go on */
  ensureHeld(): void {
    if (!this.isHeld) throw new LeaseLost(`the lease ${this.name} is not held`);
  }

  /**
   * Waits for the lease, and does `work` under it.
   * @param work Has to stop when the signal aborts: another holder may have the lease from then on.
   */
  async hold(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!(await this.holdIfFree(work))) await delay(ASKED_FOR_EVERY_MS);
  }

  /** Does `work` under the lease, unless another holder has it: returns false then. */
  async holdIfFree(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const askedAt = performance.now();
    if (!(await this.take())) return false;
    const lost = new AbortController();
    let isOver = false;
    let ending: NodeJS.Timeout | undefined;
    const lose = (how: string) => {
      if (isOver) return;
      this.heldUntil = NEVER;
      isOver = true;
      lost.abort(new LeaseLost(`the lease ${this.name} ${how}`));
    };
    /** The lease begins later than the request for it. */
    const extend = (requestedAt: number) => {
      if (isOver) return;
      this.heldUntil = Math.max(this.heldUntil, requestedAt + this.lastsMs * STOPS_AT);
      clearTimeout(ending);
      ending = setTimeout(() => lose('could not be renewed'), this.heldUntil - performance.now());
    };
    extend(askedAt);
    const renewing = setInterval(() => {
      const requestedAt = performance.now();
      this.take().then(
        (isOurs) => (isOurs ? extend(requestedAt) : lose('was lost')),
        (error: unknown) => logger.warn({ reason: reasonOf(error) }, 'lease not renewed'),
      );
    }, this.lastsMs / RENEWALS);
    try {
      await work(lost.signal);
      return true;
    } finally {
      isOver = true;
      this.heldUntil = NEVER;
      clearTimeout(ending);
      clearInterval(renewing);
      await this.leases.deleteOne({ _id: this.name, holder: this.holder }).catch(() => undefined);
    }
  }

  /** Takes or renews the lease; false if another holder has it. */
  private async take(): Promise<boolean> {
    const { holder, name: _id } = this;
    const isFree = { $or: [{ $eq: ['$holder', holder] }, { $lt: ['$until', '$$NOW'] }] };
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: this.lastsMs } };
    const taken = {
      holder: { $cond: [isFree, holder, '$holder'] },
      until: { $cond: [isFree, until, '$until'] },
    };
    try {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const lease = await this.leases.findOneAndUpdate({ _id }, [{ $set: taken }], options);
      return lease?.holder === holder;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
