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

/** The key of a device; null where there is no such device, undefined where nobody can tell now. */
export type LookedUp = number | null | undefined;

/**
 * Asks for the key of a device that no fact has told of: the fact may still be under way. An answer is remembered, also
 * that there is no such device (null); a flood of names is not asked about.
 */
export class LookUps {
  private readonly answers = new Map<string, { deviceKey: number | null; until: number }>();
  private readonly underWay = new Map<string, Promise<LookedUp>>();
  private readonly bucket: TokenBucket;
  private pausedUntil = 0;

  constructor(
    private readonly lookUp: (name: string) => Promise<LookedUp>,
    private readonly now: () => number,
  ) {
    this.bucket = new TokenBucket(RATE, now());
  }

  /** The answer, or a promise of it where devices is being asked. */
  keyOf(name: string): LookedUp | Promise<LookedUp> {
    const answer = this.answers.get(name);
    if (answer && this.now() < answer.until) return answer.deviceKey;
    const asking = this.underWay.get(name);
    if (asking) return asking;
    const now = this.now();
    if (now < this.pausedUntil || this.underWay.size >= MOST_AT_ONCE || !this.bucket.take(now))
      return undefined;
    return this.ask(name);
  }

  /** More is known by now than what was answered, also of what is being asked just now. */
  forget(name: string): void {
    this.answers.delete(name);
    this.underWay.delete(name);
  }

  private ask(name: string): Promise<LookedUp> {
    const isWanted = () => this.underWay.get(name) === answer;
    const answer = this.lookUp(name)
      .then((deviceKey) => {
        if (deviceKey !== undefined && isWanted()) this.remember(name, deviceKey);
        return deviceKey;
      })
      .catch(() => {
        this.pausedUntil = this.now() + PAUSE_MS;
        return undefined;
      })
      .finally(() => {
        if (isWanted()) this.underWay.delete(name);
      });
    this.underWay.set(name, answer);
    return answer;
  }

  private remember(name: string, deviceKey: number | null): void {
    this.answers.delete(name);
    if (this.answers.size >= MOST_REMEMBERED) this.answers.delete(this.answers.keys().next().value!);
    this.answers.set(name, { deviceKey, until: this.now() + BELIEVED_MS });
  }
}
