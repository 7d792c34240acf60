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
  allows(now: number, tokens = 1): boolean {
    this.fill(now);
    return this.tokens >= Math.min(tokens, this.rate.burst);
  }

  /** Takes tokens, if there are as many. More than the bucket can hold are taken from a full one, and leave a debt. */
  take(now: number, tokens = 1): boolean {
    if (!this.allows(now, tokens)) return false;
    this.tokens -= tokens;
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
