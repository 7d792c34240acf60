import type { Audience } from '@telemon/contracts/gateway/live';

/** Events that are kept: some seconds at the highest rate, else minutes. */
const MOST_KEPT = 5_000;

export interface RecentEvent {
  number: number;
  audience: Audience;
  frame: Buffer;
}

/** The newest events of this process, for readers that reconnect after a short loss. */
export class RecentEvents {
  private readonly slots: RecentEvent[] = [];
  private newest = 0;
  /** Events may be missing before this number. */
  private wholeFrom = 0;

  constructor(private readonly most = MOST_KEPT) {}

  /** The number of the newest event; 0 before the first. */
  get newestNumber(): number {
    return this.newest;
  }

  add(audience: Audience, frameOf: (number: number) => Buffer): RecentEvent {
    const number = ++this.newest;
    const event = { number, audience, frame: frameOf(number) };
    this.slots[number % this.most] = event;
    return event;
  }

  /** To be called when events were lost: present readers have missed some. */
  forget(): void {
    this.wholeFrom = ++this.newest;
  }

  /** Whether all events after `number` are still known. */
  knows(number: number): boolean {
    return number >= this.wholeFrom && number <= this.newest && this.newest - number <= this.most;
  }

  /** The events after `number`, which must be known; oldest first. */
  *after(number: number): Generator<RecentEvent> {
    for (let next = number + 1; next <= this.newest; next++) yield this.slots[next % this.most]!;
  }
}
