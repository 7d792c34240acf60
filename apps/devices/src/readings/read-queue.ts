import { busy } from '@telemon/platform/errors';

interface QueueLimits {
  atOnce: number;
  mostWaiting: number;
  /** Per owner, so that one busy fleet never takes the places of all others. */
  ofOwner: { atOnce: number; mostWaiting: number };
}

interface Waiting {
  owner: string;
  turn: PromiseWithResolvers<void>;
}

/** A semaphore for reads, with a queue in the order of their arrival. */
export class ReadQueue {
  /** How many are under way, by owner. */
  private readonly reading = new Map<string, number>();
  private free: number;
  private waiting: Waiting[] = [];

  constructor(private readonly limits: QueueLimits) {
    this.free = limits.atOnce;
  }

  /**
   * Waits for a turn, and returns the function that ends it.
   * @throws at once if too many wait already, and the signal's reason if it aborts the wait.
   */
  async take(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const ofOwner = this.waiting.filter((each) => each.owner === owner).length;
    const { mostWaiting, ofOwner: most } = this.limits;
    if (this.waiting.length >= mostWaiting || ofOwner >= most.mostWaiting) throw busy();
    const place: Waiting = { owner, turn: Promise.withResolvers() };
    const leave = () => {
      this.waiting = this.waiting.filter((each) => each !== place);
      place.turn.reject(signal.reason);
    };
    this.waiting.push(place);
    signal.addEventListener('abort', leave, { once: true });
    this.giveTurns();
    try {
      await place.turn.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
    return () => this.endTurn(owner);
  }

  private giveTurns(): void {
    while (this.free > 0) {
      const next = this.waiting.find(({ owner }) => this.readingOf(owner) < this.limits.ofOwner.atOnce);
      if (!next) return;
      this.waiting = this.waiting.filter((each) => each !== next);
      this.free--;
      this.reading.set(next.owner, this.readingOf(next.owner) + 1);
      next.turn.resolve();
    }
  }

  private endTurn(owner: string): void {
    this.free++;
    const left = this.readingOf(owner) - 1;
    if (left > 0) this.reading.set(owner, left);
    else this.reading.delete(owner);
    this.giveTurns();
  }

  private readingOf(owner: string): number {
    return this.reading.get(owner) ?? 0;
  }
}
