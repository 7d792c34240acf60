import type { GraphData, Intelligence } from '@telemon/contracts/devices/dashboards';
import { MOST_POINTS } from '@telemon/contracts/devices/dashboards';
import type { z } from 'zod';
import type { Interval } from '../history/rollups.ts';
import { IsoTimes } from './iso-times.ts';

/** One reading of one sensor. `timestamp` in epoch milliseconds. */
export interface ChartPoint {
  readonly timestamp: number;
  readonly current: number | null;
  /** The extremes and the average that the device sent, else those of the day so far. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly average: number | null;
  readonly rain: number | null;
  /** The extremes and average that the device sent: with a single reading, or as the extremes of an interval. */
  readonly sent?: Sent | undefined;
}

/** The values of one sensor that a device sends beside the current one. */
interface Sent {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly average: number | null;
}

/** All current values of consecutive readings, drawn or not, and the extremes that the device sent with them. */
interface Totals {
  count: number;
  sum: number;
  low: number;
  high: number;
}

/** Consecutive readings of which the lowest and the highest are kept. */
interface Stretch extends Totals {
  readings: number;
  /** One or two, in the order of time. */
  kept: ChartPoint[];
  /** Rain of the readings that are not kept. */
  rain: number | null;
}

const MOST_STRETCHES = MOST_POINTS / 2;

/**
 * A chart of any number of readings in at most 1,500 points: all of them while they fit, else the lowest and the
 * highest of each of many equally long stretches, so that no peak is lost. Readings are added in the order of time.
 */
export class Chart {
  private stretches: Stretch[] = [];
  private readingsPerStretch = 2;
  private readings = 0;
  private sum = 0;
  private rainSum = 0;
  private highest: ChartPoint | null = null;
  private lowest: ChartPoint | null = null;

  /**
   * Counts a reading that would not be drawn because its stretch has a lower and a higher one. Most are like this, and need no
   * point. @returns false if the reading is not counted and has to be added.
   */
  countIfHidden(
    current: number | null,
    rain: number | null,
    sentLow: number | null,
    sentHigh: number | null,
  ): boolean {
    if (current === null || rain !== null) return false;
    const last = this.hiding(current);
    if (!last) return false;
    last.readings++;
    last.count++;
    last.sum += current;
    if (sentLow !== null && sentLow < last.low) last.low = sentLow;
    if (sentHigh !== null && sentHigh > last.high) last.high = sentHigh;
    this.readings++;
    this.sum += current;
    return true;
  }

  add(point: ChartPoint): void {
    this.addWith(point, totalsOf(point));
  }

  /** Adds the readings of an interval by their lowest and their highest. @param rain of the interval */
  addInterval(interval: Interval, rain: number | null): void {
    const { count, sum, low, lowAt, high, highAt, sentLow, sentHigh } = interval;
    const minimum = Math.min(low, sentLow ?? low);
    const maximum = Math.max(high, sentHigh ?? high);
    const isSent = sentLow !== null || sentHigh !== null;
    const sent = isSent ? { minimum: sentLow, maximum: sentHigh, average: null } : undefined;
    const values = { minimum, maximum, average: rounded(sum / count), sent };
    // The two may come into two stretches: each has half of the readings.
    const parts = lowAt === highAt ? 1 : 2;
    const share = { count: count / parts, sum: sum / parts, low: minimum, high: maximum };
    const isLowFirst = lowAt <= highAt;
    this.addExtreme(isLowFirst ? lowAt : highAt, isLowFirst ? low : high, rain, values, share);
    if (parts === 2)
      this.addExtreme(isLowFirst ? highAt : lowAt, isLowFirst ? high : low, null, values, share);
  }

  private addExtreme(
    timestamp: number,
    current: number,
    rain: number | null,
    values: Pick<ChartPoint, 'minimum' | 'maximum' | 'average' | 'sent'>,
    share: Totals,
  ): void {
    const last = rain === null ? this.hiding(current) : undefined;
    if (!last) return this.addWith({ timestamp, current, rain, ...values }, share);
    last.readings++;
    addTotals(last, share);
    this.readings += share.count;
    this.sum += share.sum;
  }

  /** The present stretch, if it has a lower and a higher value than this one, which then is not drawn. */
  private hiding(current: number): Stretch | undefined {
    const last = this.stretches.at(-1);
    const isHidden = last && last.readings < this.readingsPerStretch && sideOf(current, last.kept) === 0;
    return isHidden ? last : undefined;
  }

  private addWith(point: ChartPoint, totals: Totals): void {
    if (point.rain !== null) this.rainSum += point.rain;
    if (point.current !== null) {
      this.readings += totals.count;
      this.sum += totals.sum;
      if (this.highest === null || point.current > this.highest.current!) this.highest = point;
      if (this.lowest === null || point.current < this.lowest.current!) this.lowest = point;
    }
    const last = this.stretches.at(-1);
    if (last && last.readings < this.readingsPerStretch) {
      addTo(last, point, totals);
      return;
    }
    if (this.stretches.length === MOST_STRETCHES) this.halve();
    this.stretches.push(stretchOf(point, totals));
  }

  graphData(): Omit<GraphData, 'sensorOptions'> {
    const iso = new IsoTimes();
    const points = this.stretches.flatMap(pointsOf);
    const drawn = points.filter(({ current }) => current !== null).length;
    const bands = this.readings > drawn ? this.stretches.flatMap(bandsOf) : points.map(({ sent }) => sent);
    return {
      timeStamp: points.map(({ timestamp }) => iso.of(timestamp)),
      current: points.map(({ current }) => current),
      minimum: points.map(({ minimum }) => minimum),
      maximum: points.map(({ maximum }) => maximum),
      average: points.map(({ average }) => average),
      low: bands.map((band) => band?.minimum ?? null),
      high: bands.map((band) => band?.maximum ?? null),
      mean: bands.map((band) => band?.average ?? null),
      readings: this.readings,
      rainData: points.map(({ rain }) => rain),
      rainSummary: rounded(this.rainSum),
    };
  }

  /** Extremes and summary of all the sensor's current values in the range, drawn or not. */
  intelligence(): z.infer<typeof Intelligence> {
    const extreme = (point: ChartPoint | null) =>
      point && { value: point.current!, timestamp: isoOf(point.timestamp) };
    return {
      events: { highest: extreme(this.highest), lowest: extreme(this.lowest) },
      summary: {
        minimum: this.lowest?.current ?? null,
        maximum: this.highest?.current ?? null,
        average: this.readings === 0 ? null : rounded(this.sum / this.readings),
      },
    };
  }

  /** Joins neighbours: half as many stretches, each of twice as many readings. */
  private halve(): void {
    const joined: Stretch[] = [];
    for (let index = 0; index < this.stretches.length; index += 2) {
      const stretch = this.stretches[index]!;
      const next = this.stretches[index + 1];
      if (next) extend(stretch, next);
      joined.push(stretch);
    }
    this.stretches = joined;
    this.readingsPerStretch *= 2;
  }
}

const totalsOf = ({ current, sent }: ChartPoint): Totals =>
  current === null
    ? { count: 0, sum: 0, low: Infinity, high: -Infinity }
    : {
        count: 1,
        sum: current,
        low: Math.min(current, sent?.minimum ?? current),
        high: Math.max(current, sent?.maximum ?? current),
      };

const stretchOf = (point: ChartPoint, totals: Totals): Stretch => ({
  ...totals,
  readings: 1,
  kept: [point],
  rain: null,
});

const addTotals = (stretch: Totals, { count, sum, low, high }: Totals): void => {
  stretch.count += count;
  stretch.sum += sum;
  if (low < stretch.low) stretch.low = low;
  if (high > stretch.high) stretch.high = high;
};

/**
 * Compares a later value with two points: 1 if it is the highest now, -1 the lowest, 0 neither; null if there aren't two values.
 */
const sideOf = (current: number, kept: readonly ChartPoint[]): 1 | -1 | 0 | null => {
  if (kept.length < 2) return null;
  const one = kept[0]!.current;
  const other = kept[1]!.current;
  if (one === null || other === null) return null;
  if (current >= Math.max(one, other)) return 1;
  return current < Math.min(one, other) ? -1 : 0;
};

/** Adds the next point to a stretch; the most frequent cases take short paths, because there are so many points. */
const addTo = (stretch: Stretch, point: ChartPoint, totals: Totals): void => {
  const { kept } = stretch;
  if (kept.length < 2) {
    kept.push(point);
    stretch.readings++;
    addTotals(stretch, totals);
    return;
  }
  const side = point.current === null || point.rain !== null ? null : sideOf(point.current, kept);
  if (side === null) return extend(stretch, stretchOf(point, totals));
  stretch.readings++;
  addTotals(stretch, totals);
  if (side === 0) return;
  const isFirstHigher = kept[0]!.current! > kept[1]!.current!;
  const [left, stays] = isFirstHigher === (side === 1) ? [kept[0]!, kept[1]!] : [kept[1]!, kept[0]!];
  kept[0] = stays;
  kept[1] = point;
  if (left.rain !== null) stretch.rain = (stretch.rain ?? 0) + left.rain;
};

/** Joins a stretch with the one that follows it. */
const extend = (stretch: Stretch, next: Stretch): void => {
  const points = [...stretch.kept, ...next.kept];
  stretch.readings += next.readings;
  addTotals(stretch, next);
  stretch.kept = points.length <= 2 ? points : extremesOf(points);
  if (next.rain !== null) stretch.rain = (stretch.rain ?? 0) + next.rain;
  for (const point of points) {
    if (point.rain !== null && !stretch.kept.includes(point)) stretch.rain = (stretch.rain ?? 0) + point.rain;
  }
};

/** The first of the lowest and the last of the highest, in the order of time: a flat stretch keeps both its ends. */
const extremesOf = (points: ChartPoint[]): ChartPoint[] => {
  let low = points[0]!;
  let high = points[0]!;
  for (const point of points) {
    if ((point.current ?? Infinity) < (low.current ?? Infinity)) low = point;
    if ((point.current ?? -Infinity) >= (high.current ?? -Infinity)) high = point;
  }
  return points.filter((point) => point === low || point === high);
};

/** The points to draw for a stretch; the first one carries the rain of the readings that are left out. */
const pointsOf = ({ kept, rain }: Stretch): ChartPoint[] => {
  const [first, ...others] = kept;
  return rain === null ? kept : [{ ...first!, rain: rounded((first!.rain ?? 0) + rain) }, ...others];
};

/** For each point of a stretch, the extremes and the average of all its readings. */
const bandsOf = ({ kept, count, sum, low, high }: Stretch): (Sent | undefined)[] => {
  const band = count === 0 ? undefined : { minimum: low, maximum: high, average: rounded(sum / count) };
  return kept.map(() => band);
};

const isoOf = (timestamp: number) => new Date(timestamp).toISOString();
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
