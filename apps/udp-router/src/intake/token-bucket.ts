import { BEYOND_RATE_EVERY_MS } from '@telemon/contracts/device-rate';

/** So much at once, and so much a second in the long run. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Counts what may still be taken now. Times are milliseconds of any clock that doesn't go back. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;
  private quietUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly rate: Rate,
    now: number,
  ) {
    this.tokens = rate.burst;
    this.filledAt = now;
  }

  /** Takes one, if one is left. */
  take(now: number): boolean {
    const gained = ((now - this.filledAt) / 1_000) * this.rate.perSecond;
    this.tokens = Math.min(this.rate.burst, this.tokens + gained);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** Whether it is time to say that too much is asked of it, which is not said again for a while. */
  isWorthTelling(now: number): boolean {
    if (now < this.quietUntil) return false;
    this.quietUntil = now + BEYOND_RATE_EVERY_MS;
    return true;
  }
}
