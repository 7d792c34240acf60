import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';
import { hourOf } from './sealed-hours.repository.ts';

/** How long after its end an hour is sealed, ms: by then all readings but late ones have come. */
const SEALED_AFTER_MS = 15 * MINUTE_MS;
/** How far the clock of another process may be ahead of this one's, ms. */
const CLOCKS_APART_MS = 30 * MINUTE_MS;
const HOURS = 'hours';

/** The begin of the first hour that is not to be sealed yet. */
export const openFrom = (now: number): number => hourOf(now - SEALED_AFTER_MS);

/** Remembers which hours may be sealed, also after a clock was put back. */
@Injectable()
export class OpenHours {
  private readonly begun: Collection<{ _id: string; openFrom: number }>;
  /** No hour from here on was sealed, as far as this process knows. */
  private known = 0;

  constructor(mongo: Mongo, lifecycle: Lifecycle) {
    this.begun = mongo.collection('sealing');
    lifecycle.onStart(() => this.recall());
  }

  /** To be called before hours up to `open` are sealed. */
  async begin(open: number): Promise<void> {
    this.known = Math.max(this.known, open);
    await this.begun.updateOne({ _id: HOURS }, { $max: { openFrom: open } }, { upsert: true });
  }

  /**
   * The instant before which readings may be sealed, as far as it matters for stored readings of these times. One read decides for all,
   * since looking each of them up among the sealed ones takes many times as long as storing it.
   */
  async sealedBefore(times: readonly number[]): Promise<number> {
    const now = Date.now();
    this.known = Math.max(this.known, openFrom(now));
    const { known } = this;
    const most = openFrom(now + CLOCKS_APART_MS);
    // A process whose clock is ahead may have sealed their hour. It said so before.
    if (times.some((time) => time >= known && time < most)) await this.recall();
    return this.known;
  }

  /** Learns how far other processes have got. */
  async recall(): Promise<void> {
    const begun = await this.begun.findOne({ _id: HOURS });
    this.known = Math.max(this.known, begun?.openFrom ?? 0);
  }
}
