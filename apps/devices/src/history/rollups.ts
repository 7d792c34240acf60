import { rounded } from '../latest/day-totals.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { ColumnReader, ColumnWriter } from './number-columns.ts';

export const MINUTE_MS = 60_000;
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const VERSION = 1;
const CHANNELS = [0, 1, 2, 3] as const;
const MASK_BYTES = 2;

/** The values of one sensor in an interval. Times in epoch milliseconds. */
export interface Interval {
  count: number;
  sum: number;
  low: number;
  /** When the lowest value was read first. */
  lowAt: number;
  high: number;
  highAt: number;
  /** The lowest minimum and the highest maximum that the device sent. */
  sentLow: number | null;
  sentHigh: number | null;
}

/** Of one device, the values of equally long intervals: the quarters of a day or the minutes of an hour. */
export class Rollups {
  /** How many readings each interval has. */
  readonly readings: number[];
  /** The rain of each interval; null where no reading tells of any. */
  readonly rain: (number | null)[];
  /** By channel and interval; null without a value. */
  readonly intervals: (Interval | null)[][];

  private constructor(
    readonly start: number,
    readonly intervalMs: number,
    count: number,
  ) {
    this.readings = Array.from({ length: count }, () => 0);
    this.rain = Array.from({ length: count }, () => null);
    this.intervals = CHANNELS.map(() => Array.from({ length: count }, () => null));
  }

  static ofDay(start: number): Rollups {
    return new Rollups(start, QUARTER_MS, DAY_MS / QUARTER_MS);
  }

  static ofHour(start: number): Rollups {
    return new Rollups(start, MINUTE_MS, HOUR_MS / MINUTE_MS);
  }

  /** Adds the next reading in the order of time, which lies in one of the intervals. */
  add({ timestamp, current, minimum, maximum, rain }: StoredReading): void {
    const place = Math.floor((timestamp - this.start) / this.intervalMs);
    this.readings[place]!++;
    if (rain !== null) this.rain[place] = (this.rain[place] ?? 0) + rain;
    for (const channel of CHANNELS) {
      const value = current[channel]!;
      if (value === null) continue;
      const interval = (this.intervals[channel]![place] ??= intervalOf(value, timestamp));
      interval.count++;
      interval.sum += value;
      if (value < interval.low) {
        interval.low = value;
        interval.lowAt = timestamp;
      }
      if (value > interval.high) {
        interval.high = value;
        interval.highAt = timestamp;
      }
      interval.sentLow = ofTwo(Math.min, interval.sentLow, minimum[channel]!);
      interval.sentHigh = ofTwo(Math.max, interval.sentHigh, maximum[channel]!);
    }
  }

  /** Forgets the intervals of a time, whose readings are to be added anew. */
  clear(from: number, to: number): void {
    const first = Math.floor((from - this.start) / this.intervalMs);
    const end = Math.ceil((to - this.start) / this.intervalMs);
    this.readings.fill(0, first, end);
    this.rain.fill(null, first, end);
    for (const intervals of this.intervals) intervals.fill(null, first, end);
  }

  /** The begins of the intervals that have readings. */
  startsOfKnown(): number[] {
    return this.readings.flatMap((number, place) =>
      number > 0 ? [this.start + place * this.intervalMs] : [],
    );
  }

  pack(): Buffer {
    const writer = new ColumnWriter();
    writer.fixed(VERSION, 1);
    writer.numbers(this.readings);
    const hasRain = this.rain.some((rain) => rain !== null);
    const channels = CHANNELS.filter((channel) =>
      this.intervals[channel]!.some((interval) => interval !== null),
    );
    writer.fixed(
      channels.reduce((mask, channel) => mask + 2 ** channel, hasRain ? 16 : 0),
      MASK_BYTES,
    );
    if (hasRain) writer.known(this.rain.map((rain) => rain && rounded(rain)));
    for (const channel of channels) this.packChannel(writer, this.intervals[channel]!);
    return writer.bytes;
  }

  /** @throws if a later version has packed them. */
  static unpack(bytes: Buffer, into: Rollups): Rollups {
    const reader = into.unpackCounts(bytes);
    const count = into.readings.length;
    const mask = reader.fixed(MASK_BYTES);
    if (mask & 16) into.rain.splice(0, count, ...reader.known(count));
    for (const channel of CHANNELS)
      if (mask & (1 << channel)) into.unpackChannel(reader, into.intervals[channel]!);
    return into;
  }

  /** Without rain and intervals, which takes a fraction of the time. @throws if a later version has packed them. */
  static unpackCounts(bytes: Buffer, into: Rollups): Rollups {
    into.unpackCounts(bytes);
    return into;
  }

  /** @returns the reader of what follows. */
  private unpackCounts(bytes: Buffer): ColumnReader {
    const reader = new ColumnReader(bytes);
    const version = reader.fixed(1);
    if (version !== VERSION) throw new Error(`Roll-ups of version ${version} are not known`);
    const count = this.readings.length;
    this.readings.splice(0, count, ...reader.numbers(count));
    return reader;
  }

  private packChannel(writer: ColumnWriter, intervals: readonly (Interval | null)[]): void {
    writer.numbers(intervals.map((interval) => interval?.count ?? 0));
    const known = intervals.filter((interval) => interval !== null);
    writer.numbers(known.map(({ sum }) => rounded(sum)));
    writer.numbers(known.map(({ low }) => low));
    writer.steady(known.map(({ lowAt }) => lowAt - this.start));
    writer.numbers(known.map(({ high }) => high));
    writer.steady(known.map(({ highAt }) => highAt - this.start));
    writer.known(known.map(({ sentLow }) => sentLow));
    writer.known(known.map(({ sentHigh }) => sentHigh));
  }

  private unpackChannel(reader: ColumnReader, intervals: (Interval | null)[]): void {
    const counts = reader.numbers(intervals.length);
    const known = counts.filter((count) => count > 0);
    const [sum, low] = [reader.numbers(known.length), reader.numbers(known.length)];
    const lowAt = reader.steady(known.length);
    const high = reader.numbers(known.length);
    const highAt = reader.steady(known.length);
    const [sentLow, sentHigh] = [reader.known(known.length), reader.known(known.length)];
    let next = 0;
    for (const [place, count] of counts.entries()) {
      if (count === 0) continue;
      intervals[place] = {
        count,
        sum: sum[next]!,
        low: low[next]!,
        lowAt: this.start + lowAt[next]!,
        high: high[next]!,
        highAt: this.start + highAt[next]!,
        sentLow: sentLow[next]!,
        sentHigh: sentHigh[next]!,
      };
      next++;
    }
  }
}

const intervalOf = (value: number, at: number): Interval => ({
  count: 0,
  sum: 0,
  low: value,
  lowAt: at,
  high: value,
  highAt: at,
  sentLow: null,
  sentHigh: null,
});

const ofTwo = (
  choose: (one: number, other: number) => number,
  one: number | null,
  other: number | null,
): number | null => (one === null ? other : other === null ? one : choose(one, other));
