import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { rounded } from '../latest/day-totals.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { ColumnReader, ColumnWriter } from './number-columns.ts';

export const QUARTER_MS = 15 * MINUTE_MS;
export const quarterOf = (instant: number): number => Math.floor(instant / QUARTER_MS) * QUARTER_MS;

const VERSION = 1;
export const CHANNEL_INDEXES = [0, 1, 2, 3] as const;
const MASK_BYTES = 2;
/** The bit of the mask that tells of rain; the lower ones are those of the channels. */
const HAS_RAIN = 16;

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

/**
 * The values of one device in equally long intervals: the quarters of a day or the minutes of an hour. A packed channel is unpacked
 * when it is asked for, because a chart shows one channel.
 */
export class Rollups {
  /** How many readings each interval has. */
  readonly readings: number[];
  /** The rain of each interval; null where no reading tells of any. */
  readonly rain: (number | null)[];
  private readonly channels: ((Interval | null)[] | undefined)[] = [];
  /** Which channels are packed. */
  private readonly mask: number;
  private readonly packedChannels: Buffer;

  private constructor(
    readonly start: number,
    readonly intervalMs: number,
    count: number,
    bytes: Buffer | undefined,
  ) {
    const reader = bytes && new ColumnReader(bytes);
    const version = reader?.fixed(1) ?? VERSION;
    if (version !== VERSION) throw new Error(`Roll-ups of version ${version} are not known`);
    this.readings = reader?.numbers(count) ?? Array.from({ length: count }, () => 0);
    this.mask = reader?.fixed(MASK_BYTES) ?? 0;
    this.rain = reader && this.mask & HAS_RAIN ? reader.known(count) : nothing(count);
    this.packedChannels = reader?.rest ?? Buffer.alloc(0);
  }

  /** @param bytes As packed; without any, they have no readings. @throws if a later version has packed them. */
  static ofDay(start: number, bytes?: Buffer): Rollups {
    return new Rollups(start, QUARTER_MS, DAY_MS / QUARTER_MS, bytes);
  }

  /** @param bytes As packed; without any, they have no readings. @throws if a later version has packed them. */
  static ofHour(start: number, bytes?: Buffer): Rollups {
    return new Rollups(start, MINUTE_MS, HOUR_MS / MINUTE_MS, bytes);
  }

  /** The end of the last interval. */
  get end(): number {
    return this.start + this.readings.length * this.intervalMs;
  }

  /** The intervals of a channel; null without a value. */
  ofChannel(channel: number): (Interval | null)[] {
    return (this.channels[channel] ??= this.unpacked(channel));
  }

  /** The interval of each channel that begins at an instant; null without a value. */
  channelsAt(start: number): (Interval | null)[] {
    const place = (start - this.start) / this.intervalMs;
    return CHANNEL_INDEXES.map((channel) => this.ofChannel(channel)[place]!);
  }

  /** Adds the next reading in the order of time, which lies in one of the intervals. */
  add({ timestamp, current, minimum, maximum, rain }: StoredReading): void {
    const place = Math.floor((timestamp - this.start) / this.intervalMs);
    this.readings[place]!++;
    if (rain !== null) this.rain[place] = (this.rain[place] ?? 0) + rain;
    for (const channel of CHANNEL_INDEXES) {
      const value = current[channel]!;
      if (value === null) continue;
      const interval = (this.ofChannel(channel)[place] ??= intervalOf(value, timestamp));
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
    for (const channel of CHANNEL_INDEXES) this.ofChannel(channel).fill(null, first, end);
  }

  /** The begins of the intervals that have readings. */
  startsOfKnown(): number[] {
    const starts: number[] = [];
    for (const [place, number] of this.readings.entries())
      if (number > 0) starts.push(this.start + place * this.intervalMs);
    return starts;
  }

  pack(): Buffer {
    const writer = new ColumnWriter();
    writer.fixed(VERSION, 1);
    writer.numbers(this.readings);
    const hasRain = this.rain.some((rain) => rain !== null);
    const channels = CHANNEL_INDEXES.filter((channel) =>
      this.ofChannel(channel).some((interval) => interval !== null),
    );
    writer.fixed(
      channels.reduce((mask, channel) => mask + 2 ** channel, hasRain ? HAS_RAIN : 0),
      MASK_BYTES,
    );
    if (hasRain) writer.known(this.rain.map((rain) => rain && rounded(rain)));
    for (const channel of channels) this.packChannel(writer, this.ofChannel(channel));
    return writer.bytes;
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

  private unpacked(channel: number): (Interval | null)[] {
    const count = this.readings.length;
    const isPacked = (each: number) => (this.mask & (1 << each)) !== 0;
    if (!isPacked(channel)) return nothing(count);
    const reader = new ColumnReader(this.packedChannels);
    for (let before = 0; before < channel; before++) if (isPacked(before)) skipChannel(reader, count);
    return this.unpackChannel(reader, count);
  }

  private unpackChannel(reader: ColumnReader, places: number): (Interval | null)[] {
    const counts = reader.numbers(places);
    const known = numberOfKnown(counts);
    const [sum, low] = [reader.numbers(known), reader.numbers(known)];
    const lowAt = reader.steady(known);
    const high = reader.numbers(known);
    const highAt = reader.steady(known);
    const [sentLow, sentHigh] = [reader.known(known), reader.known(known)];
    let next = 0;
    return counts.map((count) => {
      if (count === 0) return null;
      const place = next++;
      return {
        count,
        sum: sum[place]!,
        low: low[place]!,
        lowAt: this.start + lowAt[place]!,
        high: high[place]!,
        highAt: this.start + highAt[place]!,
        sentLow: sentLow[place]!,
        sentHigh: sentHigh[place]!,
      };
    });
  }
}

const nothing = (count: number): null[] => Array<null>(count).fill(null);

const numberOfKnown = (counts: readonly number[]): number => {
  let known = 0;
  for (const count of counts) if (count > 0) known++;
  return known;
};

/** Reads past the columns of `packChannel`. */
const skipChannel = (reader: ColumnReader, places: number): void => {
  const known = numberOfKnown(reader.numbers(places));
  reader.skipNumbers(known);
  reader.skipNumbers(known);
  reader.skipSteady(known);
  reader.skipNumbers(known);
  reader.skipSteady(known);
  reader.skipKnown(known);
  reader.skipKnown(known);
};

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
