import { unavailable } from '@telemon/platform/errors';
import { uploadsUnderWay } from './uploads.errors.ts';

/** Files that come in at once: of each a chunk or two are in memory, never all of it. */
const MOST = 16;
/** One user's, until what they are for is answered: nobody keeps the others out, nor those who read them busy. */
const MOST_OF_USER = 2;
const RETRY_AFTER_S = 3;

/** Bounds how many files are on their way at the same time. */
export class UploadSlots {
  private readonly ofUser = new Map<string, number>();
  private comingIn = 0;

  /** Runs `work`, of which a file that a user sends is a part. @throws at once where they have too many under way. */
  async of<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.ofUser.get(userId) ?? 0;
    if (own >= MOST_OF_USER) throw uploadsUnderWay(undefined, { retryAfterS: RETRY_AFTER_S });
    this.ofUser.set(userId, own + 1);
    try {
      return await work();
    } finally {
      const left = this.ofUser.get(userId)! - 1;
      if (left === 0) this.ofUser.delete(userId);
      else this.ofUser.set(userId, left);
    }
  }

  /** Runs `work`, which takes a file in. @throws at once where too many come in. */
  async whileComingIn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.comingIn >= MOST) {
      throw unavailable('Too many files are on their way right now. Try again in a moment');
    }
    this.comingIn++;
    try {
      return await work();
    } finally {
      this.comingIn--;
    }
  }
}
