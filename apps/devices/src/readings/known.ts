import { Injectable } from '@nestjs/common';
import { Days } from '../latest/days.ts';
import type { Latest } from '../latest/latest.ts';
import type { Arrival } from './arrival.ts';
import { ReadingsRepository } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';

/** Which readings of a batch came before: stored, or earlier in the batch. */
export interface KnownReadings {
  storedOf(arrival: Arrival): StoredReading | undefined;
  /** Whether the same reading was asked about before. To be asked once for each, in their order. */
  cameBefore(arrival: Arrival): boolean;
}

const NOTHING_KNOWN: KnownReadings = { storedOf: () => undefined, cameBefore: () => false };

const nameOf = ({ id }: Arrival) => id.toString('latin1');

/**
 * Finds the readings of a batch that came before. One newer than all that its device ever sent can't have, so usually
 * nothing needs to be asked.
 */
@Injectable()
export class Known {
  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
  ) {}

  async among(arrivals: readonly Arrival[]): Promise<KnownReadings> {
    const questionable = questionableOf(arrivals);
    if (questionable.size === 0) return NOTHING_KNOWN;
    // Of a state that may lag behind the stored readings, all are asked about: it may have to be made anew.
    const unsure = new Set([...questionable].filter(isInDoubt).map(({ latest }) => latest));
    const asked = arrivals.filter((arrival) => questionable.has(arrival) || unsure.has(arrival.latest));
    const stored = await this.repository.find(asked.map(({ id }) => id));
    const lagging = new Set(
      asked
        .filter((arrival) => isInDoubt(arrival) && stored.has(nameOf(arrival)))
        .map(({ latest }) => latest),
    );
    for (const latest of lagging) await this.catchUp(latest);
    const seen = new Set<string>();
    return {
      storedOf: (arrival) => stored.get(nameOf(arrival)),
      cameBefore: (arrival) => seen.size === seen.add(nameOf(arrival)).size,
    };
  }

  /** Makes the latest values anew from what is stored of the newest day and the day before. */
  private async catchUp(latest: Latest): Promise<void> {
    latest.forgetTotals();
    const [newest] = await this.repository.newest(latest.key);
    if (newest) {
      const { start } = this.days.of(this.days.of(newest.timestamp).start - 1);
      await this.repository.visit(latest.key, { from: start, to: newest.timestamp }, (reading) =>
        latest.fold(reading, reading, this.days),
      );
    }
    latest.isSure = true;
  }
}

/** Those that are not newer than what their device sent before them. */
const questionableOf = (arrivals: readonly Arrival[]): Set<Arrival> => {
  const questionable = new Set<Arrival>();
  const newest = new Map<Latest, number>();
  for (const arrival of arrivals) {
    const { latest, timestamp } = arrival;
    if (timestamp <= (newest.get(latest) ?? latest.newest)) questionable.add(arrival);
    else newest.set(latest, timestamp);
  }
  return questionable;
};

/**
 * Whether it can't be said if the latest values hold such a reading: a process that was killed may have stored it
 * without writing down that it had folded it in.
 */
const isInDoubt = ({ latest, isFolded }: Arrival): boolean => !latest.isSure && !isFolded;
