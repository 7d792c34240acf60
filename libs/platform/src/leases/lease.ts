import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { isDuplicateKey } from '../mongo-outcome.ts';

export interface LeaseDocument {
  _id: string;
  holder: string;
  /** By the clock of the database. */
  until: Date;
}

/** A holder that was killed keeps others waiting for this long at most, ms. */
const LASTS_MS = 15_000;
const RENEWED_EVERY_MS = 3_000;
/** A holder that can't renew the lease stops this long before its end, ms. */
const GIVEN_UP_BEFORE_MS = 4_000;
const ASKED_FOR_EVERY_MS = 250;

/** A lock that ends by itself. Its times are the database's, so the replicas' clocks don't matter. */
export class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly leases: Collection<LeaseDocument>,
    private readonly name: string,
    readonly lastsMs = LASTS_MS,
  ) {}

  /**
   * Waits for the lease, and does `work` under it.
   * @param work Has to stop when the signal aborts: another holder may have the lease from then on.
   */
  async hold(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!(await this.holdIfFree(work))) await delay(ASKED_FOR_EVERY_MS);
  }

  /** Does `work` under the lease, unless another holder has it: returns false then. */
  async holdIfFree(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    // The lease begins later than the request for it.
    let renewedAt = performance.now();
    if (!(await this.take())) return false;
    const lost = new AbortController();
    const renewing = setInterval(() => {
      const askedAt = performance.now();
      this.take().then(
        (isHeld) => {
          if (isHeld) renewedAt = Math.max(renewedAt, askedAt);
          else lost.abort(new Error(`the lease ${this.name} was lost`));
        },
        (error: unknown) => logger.warn({ reason: reasonOf(error) }, 'lease not renewed'),
      );
      if (performance.now() - renewedAt > this.lastsMs - GIVEN_UP_BEFORE_MS) {
        lost.abort(new Error(`the lease ${this.name} could not be renewed`));
      }
    }, RENEWED_EVERY_MS);
    try {
      await work(lost.signal);
      return true;
    } finally {
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
