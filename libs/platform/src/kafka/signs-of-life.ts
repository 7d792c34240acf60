import { hearing } from '../progress.ts';

/** A consumer silent for this long is not alive, ms. */
const ALIVE_FOR_MS = 30_000;
/**
 * A consumer silent for this long has to end, ms. Between batches the broker answers every few seconds. During a batch, a step
 * ends within the time-out of its server; the longest is MongoDB's: 27 s for a command.
 */
const END_AFTER_MS = 37_000;
/** Interval between two ticks, ms. */
export const TICK_MS = 2_000;
/** If a tick comes later than this, the whole process was suspended, ms. */
const LONGEST_TICK_MS = 2 * TICK_MS;

/** Watches whether a consumer makes progress, by its last sign of life. Changes of the system's clock have no effect. */
export class SignsOfLife {
  private heardAt: number;
  private tickedAt: number;
  private attempts = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.heardAt = now();
    this.tickedAt = this.heardAt;
  }

  /** The client was active. That doesn't count during an attempt at a batch, about which it says nothing. */
  heard(): void {
    if (this.attempts === 0) this.heardAt = this.now();
  }

  /** The silence has a cause that will pass by itself. */
  excuse(): void {
    this.heardAt = this.now();
  }

  /** Runs an attempt at a batch. Its beginning, its end and the end of each of its steps are signs of life, successful or not. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    this.attempts++;
    this.heardAt = this.now();
    try {
      return await hearing(() => {
        if (!isOver) this.heardAt = this.now();
      }, work);
    } finally {
      isOver = true;
      this.attempts--;
      this.heardAt = this.now();
    }
  }

  /** Must be called every TICK_MS. A gap means that the whole process was suspended, not that the consumer is silent. */
  tick(): void {
    const now = this.now();
    const stoodStillMs = Math.max(0, now - this.tickedAt - LONGEST_TICK_MS);
    this.heardAt = Math.min(now, this.heardAt + stoodStillMs);
    this.tickedAt = now;
  }

  get isAlive(): boolean {
    return this.silentMs < ALIVE_FOR_MS;
  }

  /** Silent for long enough to look for the cause. */
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
