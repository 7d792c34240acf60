import { busy } from '@telemon/platform/errors';

interface QueueLimits {
  atOnce: number;
  mostWaiting: number;
  /** Per owner, so that one busy fleet never takes the places of all others. */
  ofOwner: { atOnce: number; mostWaiting: number };
}

interface Waiting {
  owner: string;
  device: number;
  turn: PromiseWithResolvers<void>;
}

/**
 * A semaphore for reads, with a queue in the order of their arrival; but first come the devices of which the fewest reads are under
 * way, so that a page of one device does not wait behind twenty of another.
 */
export class ReadQueue {
  /** How many are under way, by owner and by device. */
  private readonly reading = new Map<string | number, number>();
  private free: number;
  private waiting: Waiting[] = [];

  constructor(private readonly limits: QueueLimits) {
    this.free = limits.atOnce;
  }

  /**
   * Waits for a turn, and returns the function that ends it.
   * @throws at once if too many wait already, and the signal's reason if it aborts the wait.
   */
  async take(owner: string, device: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const ofOwner = this.waiting.filter((each) => each.owner === owner).length;
    const { mostWaiting, ofOwner: most } = this.limits;
    if (this.waiting.length >= mostWaiting || ofOwner >= most.mostWaiting) throw busy();
    const place: Waiting = { owner, device, turn: Promise.withResolvers() };
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
    return () => this.endTurn(place);
  }

  private giveTurns(): void {
    while (this.free > 0) {
      let next: Waiting | undefined;
      for (const each of this.waiting) {
        if (this.readingOf(each.owner) >= this.limits.ofOwner.atOnce) continue;
        if (!next || this.readingOf(each.device) < this.readingOf(next.device)) next = each;
      }
      if (!next) return;
      this.waiting = this.waiting.filter((each) => each !== next);
      this.free--;
      this.add(next, 1);
      next.turn.resolve();
    }
  }

  private endTurn(place: Waiting): void {
    this.free++;
    this.add(place, -1);
    this.giveTurns();
  }

  private add({ owner, device }: Waiting, more: 1 | -1): void {
    for (const name of [owner, device]) {
      const now = this.readingOf(name) + more;
      if (now > 0) this.reading.set(name, now);
      else this.reading.delete(name);
    }
  }

  private readingOf(name: string | number): number {
    return this.reading.get(name) ?? 0;
  }
}
