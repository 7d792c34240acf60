import type { Reading } from '@telemon/contracts/readings';

const FIRST_CAPACITY = 16;
const LARGEST_CAPACITY = 1_024;
/** Fewer are remembered where they reach back this far already, ms. */
const REACHES_BACK_MS = 10 * 60_000;

/** A number for an id, 53 bits: of a thousand, two are the same once in 10¹⁰. */
const numberOf = (id: string): number => {
  let high = 0x811c9dc5;
  let low = 0x1b873593;
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15);
  }
  return (high >>> 0) * 0x200000 + (low >>> 11);
};

/**
 * The newest readings of a device by their ids, so that one that comes again is known. What was remembered and is
 * not settled yet can be taken back: first it is loose, then sealed together with what was decided about it, and
 * settled when that is written down.
 */
export class RecentReadings {
  private numbers = new Float64Array(FIRST_CAPACITY);
  private next = 0;
  private loose = 0;
  private sealed = 0;
  private roundBegan = 0;
  /** The first that was heard; nothing is known of what came before it. */
  since: { receivedAt: number; timestamp: number } | null = null;

  /** Remembers a reading; true where it is the first loose one. */
  remember({ id, receivedAt, timestamp }: Reading, now: number): boolean {
    this.since ??= { receivedAt, timestamp };
    if (this.roundBegan === 0) this.roundBegan = now;
    if (this.next === this.numbers.length) this.beginRound(now);
    this.numbers[this.next++] = numberOf(id);
    return this.loose++ === 0;
  }

  has(id: string): boolean {
    return this.numbers.includes(numberOf(id));
  }

  /** Somebody else may have heard some meanwhile: of what comes now, the first is the first. */
  interrupt(): void {
    this.since = null;
  }

  /** What is loose is being written down. */
  seal(): void {
    this.sealed += this.loose;
    this.loose = 0;
  }

  /** What was sealed stays. */
  settle(): void {
    this.sealed = 0;
  }

  /** Forgets what was not settled. */
  takeBack(): void {
    const { length } = this.numbers;
    for (let left = Math.min(this.sealed + this.loose, length); left > 0; left--) {
      this.next = this.next === 0 ? length - 1 : this.next - 1;
      this.numbers[this.next] = 0;
    }
    this.sealed = 0;
    this.loose = 0;
  }

  private beginRound(now: number): void {
    const { length } = this.numbers;
    if (length < LARGEST_CAPACITY && now - this.roundBegan < REACHES_BACK_MS) {
      const larger = new Float64Array(length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    } else {
      this.next = 0;
    }
    this.roundBegan = now;
  }
}
