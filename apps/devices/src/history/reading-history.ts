import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@telemon/contracts/durations';
import type { DeviceDocument } from '../devices/device-document.ts';
import { DayTotals } from '../latest/day-totals.ts';
import { Days } from '../latest/days.ts';
import type { Range, RowRange } from '../stored-readings/read-options.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { type BoundedRead, BoundedReads, LONGEST_READ_ROWS, SHORT_READ_ROWS } from './bounded-read.ts';
import { DaysSoFar, type PastReading } from './days-so-far.ts';
import { openFrom } from './open-hours.ts';
import { PastReadings } from './past-readings.ts';
import type { PastQuery } from './read-once.ts';
import { CHANNEL_INDEXES, type Rollups, quarterOf } from './rollups.ts';

/** The key and the manager of a device. */
type Owned = Pick<DeviceDocument, 'key' | 'managerId'>;

/** Takes the next reading, with the totals of its day up to it. */
export type Visit = (reading: StoredReading, totals: DayTotals) => void;

/** Takes a range of readings in the order of time: one by one, and in intervals where they are many. */
export interface Drawing {
  readonly reading: Visit;
  /** @param place The interval of the roll-ups. */
  readonly interval: (rollups: Rollups, place: number) => void;
}

/** Reads of one device. */
interface DeviceQuery extends PastQuery {
  readonly key: number;
}

/** The reads of one request. */
interface Query extends DeviceQuery {
  readonly read: BoundedRead;
}

const NEWEST_OF_RANGE = { offset: 0, limit: 10, direction: -1 } as const;
const NEWEST = 3;
/** Readings of a step: few enough that others hardly wait for it. */
const ROWS_OF_STEP = 2_000;
/** A longer range is drawn by its quarters of an hour, a shorter one by its minutes. */
const LONGEST_IN_MINUTES_MS = 2 * DAY_MS;

/**
 * The stored readings of devices, with each day's minimum, maximum and average so far filled in. A request for too many readings
 * is refused.
 */
@Injectable()
export class ReadingHistory {
  constructor(
    private readonly past: PastReadings,
    private readonly days: Days,
    private readonly reads: BoundedReads,
  ) {}

  /** Draws a device's readings in a range. */
  draw(device: Owned, range: Range, drawing: Drawing): Promise<void> {
    return this.run(device, (query) => this.drawRange(query, range, drawing));
  }

  /** The same, and returns the newest ten of the range and the newest three of all, newest first. */
  drawWithNewest(
    device: Owned,
    range: Range,
    drawing: Drawing,
  ): Promise<{ ofRange: PastReading[]; ofAll: PastReading[] }> {
    return this.run(device, async (query) => {
      await this.prepare(query, range);
      const ofRange = await this.past.page(device.key, range, NEWEST_OF_RANGE, query);
      const ofAll = await this.past.newest(device.key, NEWEST, query);
      const daysSoFar = new DaysSoFar([...ofRange, ...ofAll]);
      const visit: Visit = (reading, totals) => {
        drawing.reading(reading, totals);
        daysSoFar.visit(reading, totals);
      };
      await this.drawRange(query, range, { ...drawing, reading: visit });
      await this.fill(query, ofRange, daysSoFar);
      await this.fill(query, ofAll, daysSoFar);
      return {
        ofRange: ofRange.map((row) => daysSoFar.of(row)),
        ofAll: ofAll.map((row) => daysSoFar.of(row)),
      };
    });
  }

  /** A page of a device's readings in a range, and how many there are. */
  page(device: Owned, range: Range, page: RowRange): Promise<{ rows: PastReading[]; totalCount: number }> {
    return this.run(device, async (query) => {
      const totalCount = await this.count(query, range);
      if (page.offset >= totalCount) return { rows: [], totalCount };
      const rows = await this.past.page(device.key, range, page, query);
      const daysSoFar = new DaysSoFar(rows);
      await this.fill(query, rows, daysSoFar);
      return { rows: rows.map((row) => daysSoFar.of(row)), totalCount };
    });
  }

  /** Visits all readings of a device in a range, oldest first. @throws `tooMany` if they are more than one request may read */
  visitAll(
    device: Owned,
    range: Range,
    { tooMany, visit }: { tooMany: () => Error; visit: Visit },
  ): Promise<void> {
    return this.run(device, async (query) => {
      const rows = await this.count(query, range);
      if (rows > LONGEST_READ_ROWS) throw tooMany();
      // Sealed readings are read one by one here, too.
      await query.read.countRows(() => Promise.resolve(rows));
      await this.visit(query, range, visit);
    });
  }

  /**
   * Visits any number of readings of a device in a range, oldest first, step by step as fast as the consumer asks. Each step is a
   * short read of its own, so a reading that comes late, before those that were visited, is left out.
   */
  async *steps(
    { key, managerId }: Owned,
    range: Range,
    { visit, signal }: { visit: Visit; signal: AbortSignal },
  ): AsyncGenerator<void> {
    let totals: DayTotals | undefined;
    let from: number | null = range.from;
    while (from !== null) {
      const begin: number = from;
      from = await this.reads.step(managerId, key, signal, (bounds) =>
        this.past.atOneTime(bounds, async (past) => {
          const query = { ...past, key, atOnce: ROWS_OF_STEP };
          const before = totals ? { totals, to: begin } : await this.totalsBefore(query, begin);
          totals = before.totals;
          let rows = 0;
          let last = -1;
          for await (const batch of this.past.batchesOf(key, { from: before.to, to: range.to }, 1, query)) {
            for (const reading of batch) {
              const { timestamp } = reading;
              // All readings of one time are in one step.
              if (rows >= ROWS_OF_STEP && timestamp !== last) return timestamp;
              if (!totals.has(timestamp)) totals = new DayTotals(this.days.of(timestamp));
              totals.add(reading.current);
              if (timestamp >= range.from) visit(reading, totals);
              last = timestamp;
              rows++;
            }
          }
          return null;
        }),
      );
      yield;
    }
  }

  private run<Result>({ key, managerId }: Owned, work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.reads.run(managerId, key, (read) =>
      this.past.atOneTime(read.bounds, (past) => work({ ...past, key, read })),
    );
  }

  private async drawRange(query: Query, range: Range, drawing: Drawing): Promise<void> {
    const { key } = query;
    await this.prepare(query, range);
    const openRows = await this.countOpen(query, range);
    if (!(await this.past.isSealedMoreThan(SHORT_READ_ROWS - openRows, key, range, query)))
      return this.visit(query, range, drawing.reading);
    const open = openFrom(Date.now());
    const closed = { from: range.from, to: Math.min(range.to, open - 1) };
    const step = range.to - range.from <= LONGEST_IN_MINUTES_MS ? 'minutes' : 'quarters';
    for (const rollups of await this.past.rollups(key, closed, step, query)) {
      for (const [place, number] of rollups.readings.entries())
        if (number > 0) drawing.interval(rollups, place);
    }
    if (range.to >= open) {
      await this.visit(query, { from: Math.max(range.from, open), to: range.to }, drawing.reading);
    }
  }

  /** Calls `visit` for each reading, oldest first, with the totals of its day up to then. */
  private async visit(query: Query, range: Range, visit: Visit): Promise<void> {
    const before = await this.totalsBefore(query, range.from);
    let { totals } = before;
    const add = (reading: StoredReading) => {
      if (!totals.has(reading.timestamp)) totals = new DayTotals(this.days.of(reading.timestamp));
      totals.add(reading.current);
      if (reading.timestamp >= range.from) visit(reading, totals);
    };
    await this.past.visit(query.key, { from: before.to, to: range.to }, add, query);
  }

  /**
   * The totals of the day of an instant up to `to`, shortly before: by the quarters of the day, as far as its hours have ended.
   */
  private async totalsBefore(
    query: DeviceQuery,
    instant: number,
  ): Promise<{ totals: DayTotals; to: number }> {
    const day = this.days.of(instant);
    const totals = new DayTotals(day);
    const to = Math.max(day.start, Math.min(quarterOf(instant), openFrom(Date.now())));
    if (to === day.start) return { totals, to };
    const range = { from: day.start, to: to - 1 };
    for (const rollups of await this.past.rollups(query.key, range, 'quarters', query)) {
      for (const channel of CHANNEL_INDEXES) {
        for (const interval of rollups.ofChannel(channel))
          if (interval !== null) totals.addInterval(channel, interval);
      }
    }
    return { totals, to };
  }

  /** Reads at once what is needed of a range, and of the day in which it begins. */
  private prepare(query: Query, { from, to }: Range): Promise<void> {
    return this.past.prepare(query.key, { from: this.days.of(from).start, to }, query);
  }

  private async count(query: Query, range: Range): Promise<number> {
    const open = await this.countOpen(query, range);
    return open + (await this.past.countSealed(query.key, range, query));
  }

  /** Counts the readings that are not sealed. As they are read one by one, many of them wait for a turn among the long reads. */
  private countOpen({ read, ...query }: Query, range: Range): Promise<number> {
    return read.countRows((most) => this.past.countOpen(query.key, range, most, query));
  }

  /** Visits the days of rows that follow each other, each from shortly before its first row, unless all were visited. */
  private async fill(query: Query, rows: readonly StoredReading[], daysSoFar: DaysSoFar): Promise<void> {
    const rangeOfDay = new Map<number, Range>();
    for (const row of rows) {
      if (daysSoFar.has(row)) continue;
      const { timestamp } = row;
      const { start } = this.days.of(timestamp);
      const { from, to } = rangeOfDay.get(start) ?? { from: timestamp, to: timestamp };
      rangeOfDay.set(start, { from: Math.min(from, timestamp), to: Math.max(to, timestamp) });
    }
    for (const range of rangeOfDay.values()) {
      await this.visit(query, range, (reading, totals) => daysSoFar.visit(reading, totals));
    }
  }
}
