import type { Day } from './days.ts';

/** One value per channel, null where there is none. */
export type PerChannel = readonly (number | null)[];

/** Count, sum, minimum and maximum of the values of a channel in an interval. */
export interface IntervalTotals {
  readonly count: number;
  readonly sum: number;
  readonly low: number;
  readonly high: number;
}

/** Count, sum, minimum and maximum of a day's readings so far, per channel. */
export class DayTotals {
  readonly day: Day;
  readonly count: number[];
  readonly sum: number[];
  readonly low: number[];
  readonly high: number[];

  constructor(
    day: Day,
    known: { count: number[]; sum: number[]; low: number[]; high: number[] } = {
      count: [0, 0, 0, 0],
      sum: [0, 0, 0, 0],
      low: [0, 0, 0, 0],
      high: [0, 0, 0, 0],
    },
  ) {
    this.day = day;
    this.count = known.count;
    this.sum = known.sum;
    this.low = known.low;
    this.high = known.high;
  }

  has(instant: number): boolean {
    return instant >= this.day.start && instant < this.day.end;
  }

  add(current: PerChannel): void {
    for (let channel = 0; channel < 4; channel++) {
      const value = current[channel]!;
      if (value === null) continue;
      if (this.count[channel]!++ === 0) {
        this.low[channel] = value;
        this.high[channel] = value;
      } else if (value < this.low[channel]!) this.low[channel] = value;
      else if (value > this.high[channel]!) this.high[channel] = value;
      this.sum[channel]! += value;
    }
  }

  /** Adds the values of an interval. */
  addInterval(channel: number, { count, sum, low, high }: IntervalTotals): void {
    const isFirst = this.count[channel] === 0;
    this.low[channel] = isFirst ? low : Math.min(low, this.low[channel]!);
    this.high[channel] = isFirst ? high : Math.max(high, this.high[channel]!);
    this.count[channel]! += count;
    this.sum[channel]! += sum;
  }

  minimum(channel: number): number | null {
    return this.count[channel] === 0 ? null : this.low[channel]!;
  }

  maximum(channel: number): number | null {
    return this.count[channel] === 0 ? null : this.high[channel]!;
  }

  average(channel: number): number | null {
    return this.count[channel] === 0 ? null : rounded(this.sum[channel]! / this.count[channel]!);
  }
}

/** To a millionth: the digits behind it are rounding errors of the sum, and depend on the order of arrival. */
export const rounded = (value: number): number =>
  Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value;
