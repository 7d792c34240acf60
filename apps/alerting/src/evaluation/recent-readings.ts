import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Reading } from '@telemon/contracts/readings';

/** The times that order readings, epoch milliseconds. */
export interface ReadingTimes {
  receivedAt: number;
  timestamp: number;
}

const FIRST_CAPACITY = 16;
const LARGEST_CAPACITY = 1_024;
/** A full buffer that covers this time does not grow, ms. */
const REACHES_BACK_MS = 10 * MINUTE_MS;
/** Readings in a segment, of which only the latest times are kept; a capacity is a multiple of it. */
const SEGMENT = 16;

/** Whether a reading arrived later than another, or was measured later if both came in one message. */
export const isLater = (one: ReadingTimes, other: ReadingTimes): boolean =>
  one.receivedAt === other.receivedAt ? one.timestamp > other.timestamp : one.receivedAt > other.receivedAt;

/** A 53-bit hash of a reading's id: among a thousand ids, the odds of a collision are 1 in 10¹⁰. */
export const hashOf = (id: string): number => {
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
 * A ring buffer of the ids of a device's newest readings, to recognise repeated ones. A reading can be taken back until
 * it is settled: it is loose at first, sealed while the decisions about it are being written, and settled afterwards.
 */
export class RecentReadings {
  private hashes = new Float64Array(FIRST_CAPACITY);
  /** The latest times in each segment: a segment may hold a new reading and, after it, old readings that came again. */
  private readonly times: (ReadingTimes | null)[] = [];
  private next = 0;
  private loose = 0;
  private sealed = 0;
  private roundBegan = 0;
  /** Times of the newest reading. */
  private newest: ReadingTimes | null = null;
  /** How many of the newest readings, one after the other, share a time with the reading before. */
  private tied = 0;
  /** The times of the first reading; earlier readings are unknown. */
  since: ReadingTimes | null = null;
  /** The times up to which readings may have been forgotten; null: no reading was forgotten. */
  forgotten: ReadingTimes | null = null;

  /** Adds a reading; returns true if it is the first loose one. */
  remember({ id, receivedAt, timestamp }: Reading, now: number): boolean {
    this.since ??= { receivedAt, timestamp };
    this.tied = this.isTied({ receivedAt, timestamp }) ? this.tied + 1 : 1;
    if (this.roundBegan === 0) this.roundBegan = now;
    if (this.next === this.hashes.length) this.beginRound(now);
    const times = { receivedAt, timestamp };
    this.newest = times;
    const segment = Math.floor(this.next / SEGMENT);
    const latest = this.times[segment] ?? null;
    const isBegun = this.next % SEGMENT !== 0;
    if (!isBegun) this.forget(latest);
    if (!isBegun || latest === null || isLater(times, latest)) this.times[segment] = times;
    this.hashes[this.next++] = hashOf(id);
    return this.loose++ === 0;
  }

  /** Whether a reading is among them, by the hash of its id. */
  has(hash: number): boolean {
    return this.hashes.includes(hash);
  }

  /** The newest readings, if they have the arrival time or the timestamp of the next one: the hashes of their ids. */
  tiedWith(next: ReadingTimes): number[] {
    if (!this.isTied(next)) return [];
    const { length } = this.hashes;
    return Array.from({ length: Math.min(this.tied, length) }, (_, back) =>
      this.hashes.at(this.next - 1 - back)!,
    );
  }

  /** Another replica may have consumed readings meanwhile: the next reading counts as the first. */
  interrupt(): void {
    this.since = null;
  }

  /** The decisions about the loose readings are being written. */
  seal(): void {
    this.sealed += this.loose;
    this.loose = 0;
  }

  /** Settles the sealed ones. */
  settle(): void {
    this.sealed = 0;
  }

  /** Removes the readings that are not settled. */
  takeBack(): void {
    const { length } = this.hashes;
    for (let left = Math.min(this.sealed + this.loose, length); left > 0; left--) {
      if (this.next === 0) this.next = length;
      this.next -= 1;
      this.hashes[this.next] = 0;
      if (this.next % SEGMENT === 0) this.times[this.next / SEGMENT] = null;
    }
    this.tied = Math.max(0, this.tied - this.sealed - this.loose);
    this.sealed = 0;
    this.loose = 0;
  }

  /** The next segment is overwritten. */
  private forget(times: ReadingTimes | null): void {
    if (times !== null && (this.forgotten === null || isLater(times, this.forgotten))) this.forgotten = times;
  }

  private isTied({ receivedAt, timestamp }: ReadingTimes): boolean {
    return (
      this.newest !== null && (this.newest.receivedAt === receivedAt || this.newest.timestamp === timestamp)
    );
  }

  private beginRound(now: number): void {
    const { length } = this.hashes;
    if (length < LARGEST_CAPACITY && now - this.roundBegan < REACHES_BACK_MS) {
      const larger = new Float64Array(length * 2);
      larger.set(this.hashes);
      this.hashes = larger;
    } else {
      this.next = 0;
    }
    this.roundBegan = now;
  }
}
