interface Bucket {
  tokens: number;
  at: number;
}

const FORGET_EVERY_MS = 60_000;

/** A limit of so many a minute, or another period, per key, which may also come at once; refilled evenly. Times are monotonic, ms. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMs: number;
  private forgetAt = 0;

  constructor(
    private readonly most: number,
    periodMs = 60_000,
  ) {
    this.perMs = most / periodMs;
  }

  /** Takes one; 0 where there was one, else how long until there is, ms. */
  take(key: string, now: number): number {
    this.forgetFull(now);
    const bucket = this.buckets.get(key) ?? { tokens: this.most, at: now };
    bucket.tokens = Math.min(this.most, bucket.tokens + (now - bucket.at) * this.perMs);
    bucket.at = now;
    this.buckets.set(key, bucket);
    if (bucket.tokens < 1) return (1 - bucket.tokens) / this.perMs;
    bucket.tokens -= 1;
    return 0;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.buckets.size;
  }

  /** A bucket that is full again says nothing that a new one wouldn't. */
  private forgetFull(now: number): void {
    if (now < this.forgetAt) return;
    this.forgetAt = now + FORGET_EVERY_MS;
    for (const [key, { tokens, at }] of this.buckets) {
      if (tokens + (now - at) * this.perMs >= this.most) this.buckets.delete(key);
    }
  }
}
