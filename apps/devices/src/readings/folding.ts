import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { PastReadings } from '../history/past-readings.ts';
import { QUARTER_MS, quarterOf } from '../history/rollups.ts';
import { Days } from '../latest/days.ts';
import { Latest } from '../latest/latest.ts';
import { LatestService } from '../latest/latest.service.ts';
import { announcedReading } from './announced-reading.ts';
import type { Arrival } from './arrival.ts';

/** How an arrived reading relates to the stored ones and to its device's latest values. */
type Standing =
  /** It was not stored before this batch. */
  | 'new'
  /** It was stored, and the latest values include its message: Kafka delivers that again. */
  | 'folded'
  /** It was stored by a process that was killed before folding it: it is newer than the latest values. */
  | 'lost'
  /** It was stored, and the latest values may or may not have included it: they were recounted. */
  | 'recounted'
  /** It was stored, and the latest values include it: the device repeats itself, or they were recounted for another batch. */
  | 'repeated';

/** The consequence of a standing. */
interface Effect {
  /** Whether it is folded into the latest values now, unless those were recounted. */
  readonly folds: boolean;
  /** Whether the latest values then remember the offset of its message. */
  readonly remembers: boolean;
  /** `if-first`: only if the stored reading came with this message; otherwise the other message was, or will be, announced. */
  readonly announces: 'always' | 'if-first';
}

const EFFECTS: Readonly<Record<Standing, Effect>> = {
  new: { folds: true, remembers: true, announces: 'always' },
  folded: { folds: false, remembers: false, announces: 'if-first' },
  lost: { folds: true, remembers: true, announces: 'always' },
  recounted: { folds: false, remembers: true, announces: 'if-first' },
  repeated: { folds: false, remembers: true, announces: 'if-first' },
};

/**
 * Folds the stored readings of a batch into the latest values, each once. Latest values from the database may lack stored readings:
 * their process may have been killed between the two writes.
 */
@Injectable()
export class Folding {
  constructor(
    private readonly past: PastReadings,
    private readonly latest: LatestService,
    private readonly days: Days,
  ) {}

  /**
   * @param repeated The arrivals that were stored before this batch, or earlier in it.
   * @returns The reading to announce of each arrival; null if there is none.
   */
  async fold(
    partition: number,
    arrivals: readonly Arrival[],
    repeated: ReadonlySet<Arrival>,
  ): Promise<(Reading | null)[]> {
    const recounted = toRecount(arrivals, repeated);
    for (const latest of recounted) await this.countAnew(latest);
    const readings: (Reading | null)[] = [];
    /** The places of readings to announce if they came with this message first. */
    const ifFirst: number[] = [];
    // One batch may hold a reading several times.
    const announced = new Set<string>();
    for (const [place, arrival] of arrivals.entries()) {
      const { latest } = arrival;
      const standing = repeated.has(arrival) ? standingOfStored(arrival, recounted) : 'new';
      const { folds, remembers, announces } = EFFECTS[standing];
      if (folds && recounted.has(latest)) latest.foldNewest(arrival.values, arrival);
      else if (folds) latest.fold(arrival.values, arrival, this.days);
      if (remembers) this.remember(partition, arrival);
      if (repeated.size > 0) {
        const id = arrival.id.toString('latin1');
        if (announced.has(id)) {
          readings.push(null);
          continue;
        }
        announced.add(id);
      }
      readings.push(announcedReading(arrival));
      if (announces === 'if-first') ifFirst.push(place);
    }
    await this.leaveOutRepetitions(readings, arrivals, ifFirst);
    return readings;
  }

  private remember(partition: number, { latest, offset }: Arrival): void {
    latest.partition = partition;
    latest.offset = offset;
    latest.messages++;
    this.latest.hasChanged(latest);
  }

  /**
   * Recounts the newest day and the one before, from the roll-ups of their sealed readings and from the others: after a restart, many
   * devices may repeat their last reading. The newest values follow from the arrivals, of which none is lost.
   */
  private async countAnew(latest: Latest): Promise<void> {
    const { key } = latest;
    const counted = new Latest(key);
    await this.past.atOneTime(undefined, async (query) => {
      const [newest] = await this.past.newest(key, 1, query);
      if (!newest) return;
      const { start } = this.days.of(this.days.of(newest.timestamp).start - 1);
      const range = { from: start, to: quarterOf(newest.timestamp) + QUARTER_MS - 1 };
      for (const rollups of await this.past.rollups(key, range, 'quarters', query))
        for (const begin of rollups.startsOfKnown())
          counted.addQuarter(begin, rollups.channelsAt(begin), this.days);
    });
    latest.catchUpWith(counted);
  }

  /**
   * Leaves out readings that were stored with another message, which was, or will be, announced. The newest values may lack
   * the others: their process may have been killed before folding them.
   */
  private async leaveOutRepetitions(
    readings: (Reading | null)[],
    arrivals: readonly Arrival[],
    places: readonly number[],
  ): Promise<void> {
    if (places.length === 0) return;
    const receivedAt = await this.past.receivedAt(places.map((place) => arrivals[place]!.id));
    for (const [index, place] of places.entries()) {
      const arrival = arrivals[place]!;
      if (receivedAt[index] !== arrival.receivedAt) {
        readings[place] = null;
        continue;
      }
      arrival.latest.foldNewest(arrival.values, arrival);
      this.latest.hasChanged(arrival.latest);
    }
  }
}

const standingOfStored = (
  { wasFolded, latest, timestamp }: Arrival,
  recounted: ReadonlySet<Latest>,
): Exclude<Standing, 'new'> => {
  if (wasFolded) return 'folded';
  if (!latest.holdsAllStored && timestamp > latest.newest) return 'lost';
  return recounted.has(latest) ? 'recounted' : 'repeated';
};

/** Latest values that may or may not include a stored reading, because it is not newer than they are. */
const toRecount = (arrivals: readonly Arrival[], repeated: ReadonlySet<Arrival>): Set<Latest> => {
  const found = new Set<Latest>();
  if (repeated.size === 0) return found;
  const newest = new Map<Latest, number>();
  const seen = new Set<string>();
  for (const arrival of arrivals) {
    const { latest, timestamp, wasFolded } = arrival;
    if (latest.holdsAllStored || wasFolded) continue;
    const id = arrival.id.toString('latin1');
    const known = newest.get(latest) ?? latest.newest;
    if (timestamp > known) newest.set(latest, timestamp);
    else if (repeated.has(arrival) && !seen.has(id)) found.add(latest);
    seen.add(id);
  }
  return found;
};
