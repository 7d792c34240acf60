import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { Range } from '../stored-readings/read-options.ts';
import type { PastQuery } from './read-once.ts';
import { QUARTER_MS, Rollups } from './rollups.ts';
import { SealedHours, hourOf } from './sealed-hours.repository.ts';

/** The length of the intervals of roll-ups. */
export type Step = 'minutes' | 'quarters';

/** The roll-ups of sealed readings, exactly those in a range. */
@Injectable()
export class SealedRollups {
  constructor(private readonly sealed: SealedHours) {}

  /** The number of a device's sealed readings in a range. */
  async count(key: number, range: Range, query: PastQuery): Promise<number> {
    const { inside, atEnds } = await countsIn(key, range, query);
    const ofEnds = atEnds.map(async ({ start }) => {
      const hour = await query.once.hour(key, hourOf(start));
      return hour?.countBetween(Math.max(range.from, start), Math.min(range.to, start + QUARTER_MS - 1)) ?? 0;
    });
    return (await Promise.all(ofEnds)).reduce((sum, readings) => sum + readings, inside);
  }

  /** Whether they are more than so many. The hours at the ends of the range are read only if they make the difference. */
  async areMoreThan(most: number, key: number, range: Range, query: PastQuery): Promise<boolean> {
    const { inside, atEnds } = await countsIn(key, range, query);
    if (inside > most) return true;
    if (atEnds.reduce((sum, { readings }) => sum + readings, inside) <= most) return false;
    return (await this.count(key, range, query)) > most;
  }

  /** The roll-ups of a device in a range, in the order of time. */
  async in(key: number, range: Range, step: Step, query: PastQuery): Promise<Rollups[]> {
    const days = await daysIn(key, range, query);
    const rollups = step === 'quarters' ? days : await this.minutesOf(key, range, days, query);
    await trim(key, rollups, range, query);
    return rollups;
  }

  /** The minutes of the hours that have readings. Hours with fewer readings than minutes have no stored roll-ups. */
  private async minutesOf(
    key: number,
    range: Range,
    quarters: readonly Rollups[],
    query: PastQuery,
  ): Promise<Rollups[]> {
    const known = new Map((await this.sealed.minutesIn(key, range, query)).map((each) => [each.start, each]));
    const hours: Rollups[] = [];
    for (const start of new Set(quarters.flatMap((each) => each.startsOfKnown().map(hourOf)))) {
      if (start + HOUR_MS <= range.from || start > range.to) continue;
      const stored = known.get(start);
      const minutes = stored ?? Rollups.ofHour(start);
      if (!stored)
        for (const reading of (await query.once.hour(key, start))?.slice() ?? []) minutes.add(reading);
      hours.push(minutes);
    }
    return hours;
  }
}

const daysIn = async (key: number, range: Range, query: PastQuery): Promise<Rollups[]> =>
  (await query.once.days(key, range)).map(({ start, bytes }) => Rollups.ofDay(start, bytes));

/** How many readings the quarters have that are in the range, and each of those that are only partly in it. */
const countsIn = async (key: number, { from, to }: Range, query: PastQuery) => {
  let inside = 0;
  const atEnds: { start: number; readings: number }[] = [];
  if (from > to) return { inside, atEnds };
  for (const day of await daysIn(key, { from, to }, query)) {
    for (const [place, readings] of day.readings.entries()) {
      const start = day.start + place * day.intervalMs;
      const last = start + day.intervalMs - 1;
      if (readings === 0 || last < from || start > to) continue;
      if (start >= from && last <= to) inside += readings;
      else atEnds.push({ start, readings });
    }
  }
  return { inside, atEnds };
};

/** Removes the intervals that are not wholly in the range from roll-ups, and adds their readings in the range anew. */
const trim = async (
  key: number,
  all: readonly Rollups[],
  { from, to }: Range,
  query: PastQuery,
): Promise<void> => {
  const isInside = (start: number, end: number) => start >= from && end - 1 <= to;
  const others = all
    .filter(({ start, end }) => !isInside(start, end))
    .flatMap((rollups) =>
      rollups.startsOfKnown().map((start) => ({ rollups, start, end: start + rollups.intervalMs })),
    )
    .filter(({ start, end }) => !isInside(start, end));
  const isOutside = ({ start, end }: { start: number; end: number }) => end <= from || start > to;
  // The hours at both ends are read at once.
  const hours = await Promise.all(
    others.map((each) => (isOutside(each) ? null : query.once.hour(key, hourOf(each.start)))),
  );
  for (const [place, { rollups, start, end }] of others.entries()) {
    rollups.clear(start, end);
    const inRange = hours[place]?.between(Math.max(from, start), Math.min(to, end - 1)) ?? [];
    for (const reading of inRange) rollups.add(reading);
  }
};
