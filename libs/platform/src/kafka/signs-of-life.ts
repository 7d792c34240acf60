/** After how long without a sign a consumer is not alive any more, and after how long it has to end, ms. */
interface Patience {
  readonly aliveFor: number;
  readonly endAfter: number;
}

/** Between batches it hears from the broker every few seconds. */
const BETWEEN_BATCHES: Patience = { aliveFor: 30_000, endAfter: 40_000 };
/**
 * An attempt at a batch is done or fails within the time-outs of what it asks. The longest are MongoDB's: its driver tries a
 * transaction for 120 s, and an operation of it may take 45 s more.
 */
const AT_A_BATCH: Patience = { aliveFor: 180_000, endAfter: 190_000 };

/** Whether a consumer goes on, by when it was last heard of. Clocks that are set don't change how long that is ago. */
export class SignsOfLife {
  private heardAt: number;
  private attempts = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.heardAt = now();
  }

  /** The client did something. It does so beside an attempt at a batch too, which says nothing of the attempt. */
  heard(): void {
    if (this.attempts === 0) this.heardAt = this.now();
  }

  /** What is silent has a reason that it will get over by itself. */
  excuse(): void {
    this.heardAt = this.now();
  }

  /** Runs an attempt at a batch: its beginning and its end are signs, whatever comes of it. */
  async attempt(work: () => Promise<void>): Promise<void> {
    this.attempts++;
    this.heardAt = this.now();
    try {
      await work();
    } finally {
      this.attempts--;
      this.heardAt = this.now();
    }
  }

  get isAlive(): boolean {
    return this.silentMs < this.patience.aliveFor;
  }

  /** So silent that the reason should be looked for. */
  get isQuiet(): boolean {
    return this.silentMs > this.patience.aliveFor / 2;
  }

  get isOver(): boolean {
    return this.silentMs > this.patience.endAfter;
  }

  private get silentMs(): number {
    return this.now() - this.heardAt;
  }

  private get patience(): Patience {
    return this.attempts > 0 ? AT_A_BATCH : BETWEEN_BATCHES;
  }
}
