import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { readAhead } from '@telemon/platform/read-ahead';
import {
  EVER,
  type Range,
  type ReadBounds,
  type ReadOptions,
  type RowRange,
} from '../stored-readings/read-options.ts';
import { keyOf, markIn, timeOf } from '../stored-readings/reading-id.ts';
import { ReadingsRepository } from '../stored-readings/readings.repository.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { OpenHours, openFrom } from './open-hours.ts';
import { keptMark } from './packed-readings.ts';
import { type PastQuery, ReadOnce } from './read-once.ts';
import { Upcoming, inBatches, merged } from './reading-batches.ts';
import { Retention } from './retention.ts';
import { Rollups } from './rollups.ts';
import { SealedHours, dayOf, hourOf } from './sealed-hours.repository.ts';
import { SealedRollups, type Step } from './sealed-rollups.ts';

/** Fewer rows than these are read and left out, which is faster than counting. */
const FEW_ROWS = 500;

const STEPS = {
  minutes: { spanOf: hourOf, make: Rollups.ofHour },
  quarters: { spanOf: dayOf, make: Rollups.ofDay },
} as const;

/** All stored readings of devices: those of the last hours, late ones, and the sealed ones of the hours before. */
@Injectable()
export class PastReadings {
  constructor(
    private readonly mongo: Mongo,
    private readonly open: ReadingsRepository,
    private readonly sealed: SealedHours,
    private readonly sealedRollups: SealedRollups,
    private readonly openHours: OpenHours,
    private readonly retention: Retention,
  ) {}

  /**
   * Runs reads that all see the database at the time of the first one, so that no reading is between both collections.
   * @param bounds Limits of a user's query.
   */
  atOneTime<Result>(
    bounds: ReadBounds | undefined,
    read: (query: PastQuery) => Promise<Result>,
  ): Promise<Result> {
    const keptFrom = this.retention.keptFrom(Date.now());
    return this.mongo.atOneTime(bounds !== undefined, (session) => {
      const options = { session, ...(bounds && { bounds }) };
      return read({ ...options, keptFrom, once: new ReadOnce(this.open, this.sealed, options) });
    });
  }

  /** Reads what several parts of a query need of a range. */
  async prepare(key: number, range: Range, query: PastQuery): Promise<void> {
    const kept = keptOf(range, query);
    await query.once.fewOpen(key, kept);
    await query.once.days(key, kept);
  }

  /** Passes each reading of a device in a range to `visit`, oldest first. */
  async visit(
    key: number,
    range: Range,
    visit: (reading: StoredReading) => void,
    query: PastQuery,
  ): Promise<void> {
    for await (const batch of readAhead(this.batchesOf(key, range, 1, query))) {
      for (const reading of batch) visit(reading);
    }
  }

  /** A page of a device's readings in a range. */
  async page(key: number, range: Range, rows: RowRange, query: PastQuery): Promise<StoredReading[]> {
    const { limit, direction } = rows;
    const from = await this.firstHourOf(key, keptOf(range, query), rows, query);
    const page: StoredReading[] = [];
    let left = from.offset;
    const atOnce = left + limit;
    for await (const batch of this.batchesOf(key, from.range, direction, { ...query, atOnce })) {
      for (const reading of batch) {
        if (left-- > 0) continue;
        page.push(reading);
        if (page.length === limit) return page;
      }
    }
    return page;
  }

  /** The newest readings of a device, newest first. */
  newest(key: number, limit: number, query: PastQuery): Promise<StoredReading[]> {
    return this.page(key, EVER, { offset: 0, limit, direction: -1 }, query);
  }

  /** The number of a device's readings in a range that are not sealed yet, at most `most`. */
  async countOpen(key: number, range: Range, most: number, query: PastQuery): Promise<number> {
    const kept = keptOf(range, query);
    const few = await query.once.fewOpen(key, kept);
    return few ? Math.min(few.length, most) : this.open.countOf(key, kept, most, query);
  }

  /** The number of the sealed readings. */
  countSealed(key: number, range: Range, query: PastQuery): Promise<number> {
    return this.sealedRollups.count(key, keptOf(range, query), query);
  }

  /** Whether the sealed ones are more than so many. */
  isSealedMoreThan(most: number, key: number, range: Range, query: PastQuery): Promise<boolean> {
    return this.sealedRollups.areMoreThan(most, key, keptOf(range, query), query);
  }

  /**
   * The roll-ups of a device's readings in the range asked for, late readings included, in the order of time.
   * @param step Minutes, or quarters of an hour.
   */
  async rollups(key: number, asked: Range, step: Step, query: PastQuery): Promise<Rollups[]> {
    const range = keptOf(asked, query);
    const rollups = await this.sealedRollups.in(key, range, step, query);
    const { spanOf, make } = STEPS[step];
    const bySpan = new Map(rollups.map((each) => [each.start, each]));
    for await (const batch of readAhead(this.openIn(key, range, 1, query))) {
      for (const reading of batch) {
        const span = spanOf(reading.timestamp);
        let ofSpan = bySpan.get(span);
        if (!ofSpan) bySpan.set(span, (ofSpan = make(span)));
        ofSpan.add(reading);
      }
    }
    return [...bySpan.values()].sort((one, other) => one.start - other.start);
  }

  /** The arrival times of readings by their ids; null for one that is not stored. */
  async receivedAt(ids: readonly Buffer[]): Promise<(number | null)[]> {
    const open = await this.open.receivedAt(ids);
    const others = ids.filter((_, place) => open[place] === null);
    const sealed = await this.sealedOf(others);
    return ids.map((id, place) => open[place] ?? sealed.get(id)?.receivedAt ?? null);
  }

  /**
   * Removes the stored readings that are sealed, too: a device has sent them again.
   * @returns The ids of those that are sealed.
   */
  async removeCopies(ids: readonly Buffer[]): Promise<Buffer[]> {
    const times = ids.map(timeOf);
    const before = await this.openHours.sealedBefore(times);
    const older = ids.filter((_, place) => times[place]! < before);
    // A sealed reading that a crash or failover can take back does not count: the other one would be the only one then.
    const sealed = [...(await this.sealedOf(older, { readConcern: { level: 'majority' } })).keys()];
    if (sealed.length > 0) await this.open.removeEach(sealed);
    return sealed;
  }

  private async sealedOf(ids: readonly Buffer[], query?: ReadOptions): Promise<Map<Buffer, StoredReading>> {
    const found = new Map<Buffer, StoredReading>();
    const hours = Map.groupBy(ids, (id) => `${keyOf(id)} ${hourOf(timeOf(id))}`);
    for (const ofHour of hours.values()) {
      const [first] = ofHour as [Buffer];
      const sealed = await this.sealed.hour(keyOf(first), hourOf(timeOf(first)), query);
      if (sealed === null) continue;
      for (const id of ofHour) {
        const ofItsTime = sealed.between(timeOf(id), timeOf(id));
        const reading = ofItsTime.find(({ mark }) => keptMark(mark) === keptMark(markIn(id)));
        if (reading) found.set(id, reading);
      }
    }
    return found;
  }

  /** The readings of a device in a range in batches, in the order of time or the other way. */
  async *batchesOf(
    key: number,
    range: Range,
    direction: 1 | -1,
    query: PastQuery,
  ): AsyncGenerator<StoredReading[]> {
    const kept = keptOf(range, query);
    const open = new Upcoming(this.openIn(key, kept, direction, query));
    try {
      for await (const { start, readings } of this.sealed.hoursIn(key, kept, direction, query)) {
        const end = start + HOUR_MS;
        yield* open.while(({ timestamp }) => (direction === 1 ? timestamp < start : timestamp >= end));
        const later: StoredReading[] = [];
        const isWithin = ({ timestamp }: StoredReading) =>
          direction === 1 ? timestamp < end : timestamp >= start;
        for await (const batch of open.while(isWithin)) later.push(...batch);
        if (later.length === 0) {
          yield* inBatches(readings, kept, direction);
          continue;
        }
        const inRange = readings.between(kept.from, kept.to);
        yield merged(direction === 1 ? inRange : inRange.reverse(), later, direction);
      }
      yield* open.while(() => true);
    } finally {
      await open.close();
    }
  }

  /** The readings that are not sealed, in batches. */
  private async *openIn(
    key: number,
    range: Range,
    direction: 1 | -1,
    query: PastQuery,
  ): AsyncGenerator<StoredReading[]> {
    const few = await query.once.knownOpen(range);
    if (few === null) yield* this.open.batchesOf(key, range, direction, query);
    else yield direction === 1 ? few : few.toReversed();
  }

  /** Leaves out whole hours before a page begins. @returns the rest of the range, and of the offset. */
  private async firstHourOf(
    key: number,
    { from, to }: Range,
    { offset, direction }: RowRange,
    query: PastQuery,
  ): Promise<{ range: Range; offset: number }> {
    if (offset < FEW_ROWS) return { range: { from, to }, offset };
    const rowsIn = async (range: Range) =>
      range.from > range.to
        ? 0
        : (await this.countOpen(key, range, offset + 1, query)) + (await this.countSealed(key, range, query));
    const open = Math.min(Math.max(from, openFrom(Date.now())), to + 1);
    // Newest first, the open hours come first.
    let skipped = direction === -1 ? await rowsIn({ from: open, to }) : 0;
    if (skipped > offset) return { range: { from, to }, offset };
    /** The range of so many of the hours that have ended. */
    const leftOut = (hours: number): Range =>
      direction === 1
        ? { from, to: Math.min(hourOf(from) + hours * HOUR_MS, open) - 1 }
        : { from: Math.max(hourOf(open) - hours * HOUR_MS, from), to: open - 1 };
    let [low, high, ofClosed] = [0, Math.ceil((open - hourOf(from)) / HOUR_MS), 0];
    while (low < high) {
      const hours = Math.ceil((low + high) / 2);
      const rows = await rowsIn(leftOut(hours));
      if (skipped + rows <= offset) [low, ofClosed] = [hours, rows];
      else high = hours - 1;
    }
    skipped += ofClosed;
    if (low === 0) return { range: { from, to: direction === 1 ? to : open - 1 }, offset: offset - skipped };
    const edge = leftOut(low);
    const rest = direction === 1 ? { from: edge.to + 1, to } : { from, to: edge.from - 1 };
    return { range: rest, offset: offset - skipped };
  }
}

const keptOf = ({ from, to }: Range, { keptFrom }: PastQuery): Range => ({
  from: Math.max(from, keptFrom),
  to,
});
