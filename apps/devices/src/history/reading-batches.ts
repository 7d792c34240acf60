import type { StoredReading } from '../stored-readings/stored-reading.ts';
import type { Range } from '../stored-readings/read-options.ts';
import { type PackedReadings, keptMark } from './packed-readings.ts';

const isSame = (one: StoredReading, other: StoredReading): boolean =>
  one.timestamp === other.timestamp && keptMark(one.mark) === keptMark(other.mark);

/**
 * Two lists of readings as one, in the order of time or the other way, as both are. A reading of `later` that is in `first`, too, is
 * left out: a device has sent it again after its hour was sealed.
 */
export const merged = (
  first: readonly StoredReading[],
  later: readonly StoredReading[],
  direction: 1 | -1 = 1,
): StoredReading[] => {
  if (first.length === 0) return [...later];
  const all: StoredReading[] = [];
  let next = 0;
  for (const reading of later) {
    while (next < first.length && (first[next]!.timestamp - reading.timestamp) * direction <= 0)
      all.push(first[next++]!);
    let before = all.length - 1;
    while (before >= 0 && all[before]!.timestamp === reading.timestamp && !isSame(all[before]!, reading))
      before--;
    const isThere = before >= 0 && isSame(all[before]!, reading);
    if (!isThere) all.push(reading);
  }
  while (next < first.length) all.push(first[next++]!);
  return all;
};

/** Few enough that making them delays other work by no more than a millisecond. */
const MADE_AT_ONCE = 1_000;

/** The readings of a range in batches, in the order of time or the other way. */
export function* inBatches(
  readings: PackedReadings,
  { from, to }: Range,
  direction: 1 | -1,
): Generator<StoredReading[]> {
  const [first, end] = [readings.placeOf(from), readings.placeOf(to + 1)];
  if (direction === 1) {
    for (let at = first; at < end; at += MADE_AT_ONCE)
      yield readings.slice(at, Math.min(at + MADE_AT_ONCE, end));
  } else {
    for (let at = end; at > first; at -= MADE_AT_ONCE) {
      yield readings.slice(Math.max(at - MADE_AT_ONCE, first), at).reverse();
    }
  }
}

/** Readings that come in batches, to be taken as far as a condition holds. */
export class Upcoming {
  private batch: StoredReading[] = [];

  constructor(private readonly batches: AsyncGenerator<StoredReading[]>) {}

  /** Takes the next readings until the first one for which the condition does not hold. */
  async *while(holds: (reading: StoredReading) => boolean): AsyncGenerator<StoredReading[]> {
    for (;;) {
      if (this.batch.length === 0) {
        const { done, value } = await this.batches.next();
        if (done) return;
        this.batch = value;
      }
      const end = this.batch.findIndex((reading) => !holds(reading));
      const taken = end === -1 ? this.batch : this.batch.slice(0, end);
      this.batch = end === -1 ? [] : this.batch.slice(end);
      if (taken.length > 0) yield taken;
      if (end !== -1) return;
    }
  }

  async close(): Promise<void> {
    await this.batches.return(undefined);
  }
}
