import pLimit from 'p-limit';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** Limits on questions to the devices service, and on the use of its answers. */
export interface LookUpLimits {
  /** Questions under way at once. */
  readonly atOnce: number;
  /** Names in the queue; a name beyond them is not asked about. */
  readonly waiting: number;
  /** Questions a second; null: no limit. */
  readonly rate: Rate | null;
  /** How long an answer is used again, ms. */
  readonly usedForMs: number;
  /** Answers in the cache; the oldest one is evicted first. */
  readonly remembered: number;
}

/** After a question that got no answer, nothing is asked for this long, ms. */
const PAUSE_MS = 1_000;

/**
 * Asks the devices service about device names whose fact has not come yet, or not the newest one. Asks one question per name at a
 * time, and a bounded number in all. With a rate, names that no device had lately stand back: half of a burst is left to others, so that
 * all names of a sender get their turn.
 */
export class LookUps<Answer extends { readonly login: unknown }> {
  private readonly underWay = new Map<string, Promise<Answer>>();
  private readonly answers = new Map<string, { answer: Answer; until: number }>();
  private readonly inTurn: ReturnType<typeof pLimit>;
  private readonly bucket: TokenBucket | null;
  private pausedUntil = 0;

  /** @param lookUp Asks about a name. @param now Milliseconds of a clock that doesn't go back. */
  constructor(
    private readonly lookUp: (deviceName: string) => Promise<Answer>,
    private readonly limits: LookUpLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.inTurn = pLimit(limits.atOnce);
    this.bucket = limits.rate && new TokenBucket(limits.rate, now());
  }

  /** The answer to a question that was asked lately. */
  answerOf(deviceName: string): Answer | undefined {
    const known = this.answers.get(deviceName);
    return known && this.now() < known.until ? known.answer : undefined;
  }

  /**
   * The cached answer, or the one to the question that is under way, or to a new question; undefined if no question may be asked
   * now, because the last one got no answer or a limit is reached.
   * @throws The promise rejects if the devices service doesn't answer.
   */
  ask(deviceName: string): Promise<Answer> | undefined {
    const answer = this.answerOf(deviceName);
    if (answer) return Promise.resolve(answer);
    const asked = this.underWay.get(deviceName);
    if (asked) return asked;
    const now = this.now();
    if (now < this.pausedUntil || this.isFull || !this.isWithinRate(deviceName, now)) return undefined;
    return this.begin(deviceName, () => this.askUnlessPaused(deviceName));
  }

  /** Asks without the cache, also during the pause after a failed question; undefined if too many questions are under way. */
  askAnew(deviceName: string): Promise<Answer> | undefined {
    this.forget(deviceName);
    return this.isFull ? undefined : this.begin(deviceName, () => this.askNow(deviceName));
  }

  /** Drops the answers to earlier questions about the device, because a fact has come. */
  forget(deviceName: string): void {
    this.answers.delete(deviceName);
    this.underWay.delete(deviceName);
  }

  private get isFull(): boolean {
    const { activeCount, pendingCount } = this.inTurn;
    return activeCount + pendingCount >= this.limits.atOnce + this.limits.waiting;
  }

  private isWithinRate(deviceName: string, now: number): boolean {
    const { bucket, limits } = this;
    if (!bucket) return true;
    const standsBack = this.answers.get(deviceName)?.answer.login === null;
    if (standsBack && !bucket.allows(now, limits.rate!.burst / 2 + 1)) return false;
    return bucket.take(now);
  }

  private begin(deviceName: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asked = this.inTurn(ask);
    this.underWay.set(deviceName, asked);
    const isWanted = () => this.underWay.get(deviceName) === asked;
    asked
      .then((answer) => isWanted() && this.remember(deviceName, answer))
      .catch(() => undefined)
      .finally(() => isWanted() && this.underWay.delete(deviceName));
    return asked;
  }

  private remember(deviceName: string, answer: Answer): void {
    const { usedForMs, remembered } = this.limits;
    this.answers.delete(deviceName);
    if (this.answers.size >= remembered) this.answers.delete(this.answers.keys().next().value!);
    this.answers.set(deviceName, { answer, until: this.now() + usedForMs });
  }

  /** Fails a queued question if the service has stopped answering, instead of waiting for another timeout. */
  private async askUnlessPaused(deviceName: string): Promise<Answer> {
    if (this.now() < this.pausedUntil) throw new Error('the devices service did not answer a moment ago');
    return this.askNow(deviceName);
  }

  private async askNow(deviceName: string): Promise<Answer> {
    try {
      return await this.lookUp(deviceName);
    } catch (error) {
      this.pausedUntil = this.now() + PAUSE_MS;
      throw error;
    }
  }
}
