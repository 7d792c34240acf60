import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

/** A clock that is this much ahead of the last look at it, or behind, has leapt or nobody looked for long, ms. */
const LONGEST_LEAP_MS = DAY_MS;
/** For so long a clock must have gone without a leap before it is believed, ms. */
const STEADY_FOR_MS = DAY_MS;
/** No more than this counts as steady between two looks, ms: no leap makes up for time in which the clock really went. */
const MOST_COUNTED_MS = HOUR_MS;
const CLOCK = 'clock';

/** A look at the clock. */
export interface Look {
  /** Epoch milliseconds. */
  readonly at: number;
  /** For how long the clock went without a leap, as far as the looks tell, ms. */
  readonly steadyMs: number;
}

/** The look that follows another one. */
export const lookAfter = (before: Look | null, at: number): Look => {
  if (before === null) return { at, steadyMs: 0 };
  const passed = at - before.at;
  if (Math.abs(passed) > LONGEST_LEAP_MS) return { at, steadyMs: 0 };
  const counted = Math.max(0, Math.min(passed, MOST_COUNTED_MS));
  return { at, steadyMs: Math.min(STEADY_FOR_MS, before.steadyMs + counted) };
};

/**
 * The time by which readings and images are removed, because they are older than the time for which they are kept. What is removed is
 * gone, so a clock that leaps ahead must not decide alone: not one of two clocks, this process's and the database's, and not both
 * together until they have gone on for a day.
 */
@Injectable()
export class RemovalClock {
  private readonly looks: Collection<Look & { _id: string }>;

  constructor(private readonly mongo: Mongo) {
    this.looks = mongo.collection('sealing');
  }

  /**
   * Looks at the clocks, as each pass has to, and returns an instant that is past for certain; null while that is not known.
   * It lies a day back, so that a leap that is too short to be noticed does no harm.
   */
  async past(now: number): Promise<number | null> {
    const at = await this.mongo.noLaterThan(now);
    const before = await this.looks.findOne({ _id: CLOCK });
    const look = lookAfter(before, at);
    await this.looks.updateOne({ _id: CLOCK }, { $set: look }, { upsert: true });
    if (before !== null && look.steadyMs < before.steadyMs)
      logger.warn(
        { fromMs: before.at, toMs: at },
        'the clock leapt, or nothing ran; nothing is removed for its age before the clock has gone on for a day',
      );
    return look.steadyMs < STEADY_FOR_MS ? null : at - LONGEST_LEAP_MS;
  }
}
