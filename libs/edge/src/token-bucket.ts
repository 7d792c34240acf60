/** `burst` at once, and `perSecond` in the long run. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Limits a rate. Times are milliseconds of a clock that doesn't go back. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    private readonly rate: Rate,
    now: number,
  ) {
    this.tokens = rate.burst;
    this.filledAt = now;
  }

  /** Whether `take` would return true. */
  allows(now: number): boolean {
    this.fill(now);
    return this.tokens >= 1;
  }

  /** Takes a token, if there is one. */
  take(now: number): boolean {
    this.fill(now);
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** A full bucket behaves like a new one, so it need not be kept. */
  isFull(now: number): boolean {
    this.fill(now);
    return this.tokens >= this.rate.burst;
  }

  private fill(now: number): void {
    const gained = ((now - this.filledAt) / 1_000) * this.rate.perSecond;
    this.tokens = Math.min(this.rate.burst, this.tokens + gained);
    this.filledAt = now;
  }
}
