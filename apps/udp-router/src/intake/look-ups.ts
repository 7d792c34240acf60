import { type Rate, TokenBucket } from './token-bucket.ts';

/** However many unknown names come in, devices is asked no more than this … */
const RATE: Rate = { perSecond: 20, burst: 40 };
/** … and about no more than so many at once. */
const MOST_AT_ONCE = 4;
/** How long an answer is believed, ms; the fact that changes it arrives by itself. */
const BELIEVED_MS = 60_000;
/** Nobody answered: how long nothing is asked, ms. */
const PAUSE_MS = 1_000;
/** More names than this are not remembered; the oldest goes. */
const MOST_REMEMBERED = 2_000;

/**
 * Asks whether a name that no fact has told of is registered after all: the fact may still be under way. An answer is
 * remembered, a flood of names is not asked about.
 */
export class LookUps {
  private readonly answers = new Map<string, { registered: boolean; until: number }>();
  private readonly underWay = new Map<string, Promise<boolean>>();
  private readonly bucket: TokenBucket;
  private pausedUntil = 0;

  constructor(
    private readonly lookUp: (name: string) => Promise<boolean>,
    private readonly now: () => number,
  ) {
    this.bucket = new TokenBucket(RATE, now());
  }

  /** What is known, a promise of it where it is being asked, or false where asking would be too much now. */
  isRegistered(name: string): boolean | Promise<boolean> {
    const answer = this.answers.get(name);
    if (answer && this.now() < answer.until) return answer.registered;
    const asking = this.underWay.get(name);
    if (asking) return asking;
    const now = this.now();
    if (now < this.pausedUntil || this.underWay.size >= MOST_AT_ONCE || !this.bucket.take(now)) return false;
    const promise = this.ask(name);
    this.underWay.set(name, promise);
    return promise;
  }

  /** A fact has told what there is to know. */
  forget(name: string): void {
    this.answers.delete(name);
  }

  private async ask(name: string): Promise<boolean> {
    try {
      const registered = await this.lookUp(name);
      this.remember(name, registered);
      return registered;
    } catch {
      this.pausedUntil = this.now() + PAUSE_MS;
      return false;
    } finally {
      this.underWay.delete(name);
    }
  }

  private remember(name: string, registered: boolean): void {
    this.answers.delete(name);
    if (this.answers.size >= MOST_REMEMBERED) this.answers.delete(this.answers.keys().next().value!);
    this.answers.set(name, { registered, until: this.now() + BELIEVED_MS });
  }
}
