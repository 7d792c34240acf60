import type { Audience } from '@telemon/contracts/live';

/** Updates that a reader may come back for; at the highest rate some seconds, else minutes. */
const MOST_KEPT = 5_000;

interface RecentEvent {
  number: number;
  audience: Audience;
  frame: string;
}

/** The newest events of this process, for readers who come back after a short loss. */
export class RecentEvents {
  private readonly slots: RecentEvent[] = [];
  private newest = 0;

  constructor(private readonly most = MOST_KEPT) {}

  /** The number of the newest event; 0 before the first. */
  get newestNumber(): number {
    return this.newest;
  }

  add(audience: Audience, frameOf: (number: number) => string): RecentEvent {
    const number = ++this.newest;
    const event = { number, audience, frame: frameOf(number) };
    this.slots[number % this.most] = event;
    return event;
  }

  /** The events after that one, oldest first; null where some of them are no longer known, or it never was. */
  after(number: number): RecentEvent[] | null {
    if (number > this.newest || number < 0 || this.newest - number > this.most) return null;
    return Array.from(
      { length: this.newest - number },
      (_, index) => this.slots[(number + 1 + index) % this.most]!,
    );
  }
}
