import { hearing } from '../progress.ts';

/** After how long without a sign a consumer is not alive any more, ms. */
const ALIVE_FOR_MS = 30_000;
/**
 * After how long it has to end, ms. Between batches it hears from the broker every few seconds. At a batch, a step ends well
 * or not within the time-outs of whoever is asked; the longest are MongoDB's: 27 s for a command.
 */
const END_AFTER_MS = 37_000;
/** How often the watch looks, ms. */
export const TICK_MS = 2_000;
/** A tick that comes later than this was held up with its whole process, ms. */
const LONGEST_TICK_MS = 2 * TICK_MS;

/** Whether a consumer goes on, by when it was last heard of. Clocks that are set don't change how long that is ago. */
export class SignsOfLife {
  private heardAt: number;
  private tickedAt: number;
  private attempts = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.heardAt = now();
    this.tickedAt = this.heardAt;
  }

  /** The client did something. It does so beside an attempt at a batch too, which says nothing of the attempt. */
  heard(): void {
    if (this.attempts === 0) this.heardAt = this.now();
  }

  /** What is silent has a reason that it will get over by itself. */
  excuse(): void {
    this.heardAt = this.now();
  }

  /** Runs an attempt at a batch: its beginning, the end of each of its steps and its own are signs, whatever comes of them. */
  async attempt(work: () => Promise<void>): Promise<void> {
    let isOver = false;
    this.attempts++;
    this.heardAt = this.now();
    try {
      await hearing(() => {
        if (!isOver) this.heardAt = this.now();
      }, work);
    } finally {
      isOver = true;
      this.attempts--;
      this.heardAt = this.now();
    }
  }

  /** Is to be called every TICK_MS. Time for which it was not, the whole process stood still: that says nothing of the consumer. */
  tick(): void {
    const now = this.now();
    const stoodStillMs = Math.max(0, now - this.tickedAt - LONGEST_TICK_MS);
    this.heardAt = Math.min(now, this.heardAt + stoodStillMs);
    this.tickedAt = now;
  }

  get isAlive(): boolean {
    return this.silentMs < ALIVE_FOR_MS;
  }

  /** So silent that the reason should be looked for. */
  get isQuiet(): boolean {
    return this.silentMs > ALIVE_FOR_MS / 2;
  }

  get isOver(): boolean {
    return this.silentMs > END_AFTER_MS;
  }

  private get silentMs(): number {
    return this.now() - this.heardAt;
  }
}
