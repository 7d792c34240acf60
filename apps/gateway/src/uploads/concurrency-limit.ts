import type { DomainError } from '@telemon/platform/errors';

/** A semaphore per key that throws instead of waiting. */
export class ConcurrencyLimit {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly tooMany: () => DomainError,
  ) {}

  /** Takes a permit, and returns the function that releases it, to be called once. @throws if none is free. */
  take(key: string): () => void {
    const taken = this.taken.get(key) ?? 0;
    if (taken >= this.most) throw this.tooMany();
    this.taken.set(key, taken + 1);
    return () => {
      const left = this.taken.get(key)! - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
    };
  }

  /** Runs `work` with a permit. @throws if none is free. */
  async within<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = this.take(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
