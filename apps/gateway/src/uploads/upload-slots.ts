import { unavailable } from '@telemon/platform/errors';
import { uploadsUnderWay } from './uploads.errors.ts';

/** Uploads under way at once: each holds a chunk or two in memory, never its whole file. */
const MOST = 16;
/** Of them, one user's: nobody keeps the others out. */
const MOST_OF_USER = 2;
const RETRY_AFTER_S = 3;

/** Bounds how many files come in at the same time. */
export class UploadSlots {
  private readonly ofUser = new Map<string, number>();
  private taken = 0;

  /** Runs `work` in a slot. @throws at once where there is none. */
  async within<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.ofUser.get(userId) ?? 0;
    if (own >= MOST_OF_USER) throw uploadsUnderWay(undefined, { retryAfterS: RETRY_AFTER_S });
    if (this.taken >= MOST) throw unavailable('Too many files are on their way right now');
    this.count(userId, 1);
    try {
      return await work();
    } finally {
      this.count(userId, -1);
    }
  }

  private count(userId: string, change: 1 | -1): void {
    this.taken += change;
    const own = (this.ofUser.get(userId) ?? 0) + change;
    if (own === 0) this.ofUser.delete(userId);
    else this.ofUser.set(userId, own);
  }
}
