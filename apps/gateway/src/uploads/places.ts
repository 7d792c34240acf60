import type { DomainError } from '@telemon/platform/errors';

/** Bounds how much is under way at the same time, for each key. */
export class Places {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly tooMany: () => DomainError,
  ) {}

  /** Takes a place, which whoever calls the answer gives back, once. @throws at once where there is none. */
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

  /** Runs `work` in a place. @throws at once where there is none. */
  async within<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = this.take(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
