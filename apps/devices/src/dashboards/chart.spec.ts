import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Chart, type ChartPoint } from './chart.ts';

const point = (timestamp: number, current: number | null, rain: number | null = null): ChartPoint => ({
  timestamp,
  current,
  minimum: current,
  maximum: current,
  average: current,
  rain,
});
const drawn = (points: ChartPoint[]) => {
  const chart = new Chart();
  for (const each of points) chart.add(each);
  return { ...chart.graphData(), intelligence: chart.intelligence() };
};
/** Draws as a page does: a reading that would not be drawn is only counted. */
const drawnSparingly = (points: ChartPoint[]) => {
  const chart = new Chart();
  for (const each of points) {
    const { current, rain, sent } = each;
    if (!chart.countIfHidden(current, rain, sent?.minimum ?? null, sent?.maximum ?? null)) chart.add(each);
  }
  return { ...chart.graphData(), intelligence: chart.intelligence() };
};
const isSorted = (texts: string[]) => texts.every((text, index) => index === 0 || texts[index - 1]! <= text);

describe('a chart', () => {
  it('shows every reading while they fit', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer()), { maxLength: 1_500, size: 'max' }), (values) => {
        const { current, timeStamp } = drawn(values.map((value, index) => point(index, value)));
        expect(current).toEqual(values);
        expect(isSorted(timeStamp)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('has at most 1,500 points, and among them the extremes of every stretch', () => {
    const values = Array.from({ length: 90_000 }, (_, index) => Math.sin(index / 900) * 10);
    values[12_345] = 1_000;
    values[77_777] = -1_000;
    const { current, timeStamp, intelligence } = drawn(
      values.map((value, index) => point(index * 30_000, value)),
    );
    expect(current.length).toBeGreaterThan(700);
    expect(current.length).toBeLessThanOrEqual(1_500);
    expect(current).toContain(1_000);
    expect(current).toContain(-1_000);
    expect(isSorted(timeStamp)).toBe(true);
    expect(intelligence.events).toEqual({
      highest: { value: 1_000, timestamp: new Date(12_345 * 30_000).toISOString() },
      lowest: { value: -1_000, timestamp: new Date(77_777 * 30_000).toISOString() },
    });
    // Each wave's peak is kept to a hundredth.
    for (let wave = 1; wave < 15; wave++) {
      const peak = Math.round((wave * 2 * Math.PI + Math.PI / 2) * 900);
      const near = timeStamp.findIndex((text) => Date.parse(text) >= (peak - 200) * 30_000);
      expect(Math.max(...(current.slice(near, near + 12) as number[]))).toBeGreaterThan(9.99);
    }
  });

  it('spreads its points evenly over the readings', () => {
    const { timeStamp } = drawn(Array.from({ length: 10_000 }, (_, index) => point(index, index % 7)));
    const times = timeStamp.map((text) => Date.parse(text));
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(32);
  });

  it('adds up all rain, also of readings that are not drawn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.option(fc.integer()), fc.option(fc.integer({ min: 0, max: 50 }))), {
          minLength: 1_600,
          maxLength: 4_000,
        }),
        (readings) => {
          const points = readings.map(([value, rain], index) => point(index, value, rain));
          const { rainData, rainSummary } = drawn(points);
          const total = readings.reduce((sum, [, rain]) => sum + (rain ?? 0), 0);
          expect(rainSummary).toBe(total);
          expect(rainData.reduce<number>((sum, rain) => sum + (rain ?? 0), 0)).toBe(total);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is the same if readings that would not be drawn are only counted', () => {
    const reading = fc.tuple(
      fc.option(fc.integer({ min: -9, max: 9 })),
      fc.option(fc.constant(1), { freq: 9 }),
    );
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1_400, maxLength: 7_000 }), (readings) => {
        const points = readings.map(([value, rain], index) => point(index, value, rain));
        expect(drawnSparingly(points)).toEqual(drawn(points));
      }),
      { numRuns: 20 },
    );
  });

  it('sums up its readings, and gives nulls without readings', () => {
    const { intelligence } = drawn([point(0, 1), point(1, null, 2), point(2, 5)]);
    expect(intelligence.summary).toEqual({ minimum: 1, maximum: 5, average: 3 });
    expect(drawn([]).intelligence).toEqual({
      events: { highest: null, lowest: null },
      summary: { minimum: null, maximum: null, average: null },
    });
    expect(drawn([]).timeStamp).toEqual([]);
  });

  it('has the band that the device sent while it shows every reading, and none where it sent none', () => {
    const sent = { minimum: 1, maximum: 9, average: 4 };
    expect(drawn([point(0, 5), { ...point(1, 5), sent }])).toMatchObject({
      low: [null, 1],
      high: [null, 9],
      mean: [null, 4],
      readings: 2,
    });
  });

  it('has the lowest, the highest and the average of the readings that each point stands for once there are more', () => {
    const reading = fc.tuple(
      fc.option(fc.integer({ min: -50, max: 50 }), { freq: 9 }),
      fc.option(fc.integer({ min: 1, max: 9 })),
    );
    fc.assert(
      fc.property(fc.array(reading, { minLength: 3_000, maxLength: 6_000 }), (readings) => {
        const points = readings.map(([value, below], index) => ({
          ...point(index, value),
          sent: {
            minimum: value !== null && below !== null ? value - below : null,
            maximum: null,
            average: null,
          },
        }));
        const { timeStamp, low, high, mean, readings: count } = drawnSparingly(points);
        const known = points.filter(({ current }) => current !== null);
        expect(count).toBe(known.length);
        const times = timeStamp.map((text) => Date.parse(text));
        for (const [index, time] of times.entries()) {
          const own = points[time]!;
          if (own.current === null) continue;
          expect(low[index]).toBeLessThanOrEqual(own.sent.minimum ?? own.current);
          expect(high[index]).toBeGreaterThanOrEqual(own.current);
          expect(mean[index]).toBeGreaterThanOrEqual(low[index]!);
          expect(mean[index]).toBeLessThanOrEqual(high[index]!);
        }
        const lowest = Math.min(...known.map(({ current, sent }) => sent.minimum ?? current!));
        expect(Math.min(...(low as number[]).filter((value) => value !== null))).toBe(lowest);
      }),
      { numRuns: 4 },
    );
  });

  it('has the band of each interval, not of the day so far', () => {
    const day = Array.from({ length: 8_640 }, (_, index) =>
      point(index * 10_000, index < 100 ? 100 : index % 10),
    );
    const { low, high, mean } = drawn(day);
    expect([low.at(-4), high.at(-4)]).toEqual([0, 9]);
    expect(mean.at(-4)).toBeCloseTo(4.5, 0);
  });

  it('of intervals with few readings has the extremes that the device sent, though it shows every reading', () => {
    const chart = new Chart();
    const one = { count: 1, sum: 5, low: 5, high: 5, sentHigh: null };
    chart.addInterval({ ...one, lowAt: 1, highAt: 1, sentLow: 2 }, null);
    chart.addInterval({ ...one, lowAt: 2, highAt: 2, sentLow: null }, null);
    chart.addInterval({ ...one, count: 2, sum: 12, high: 7, lowAt: 3, highAt: 4, sentLow: 1 }, null);
    expect(chart.graphData()).toMatchObject({
      current: [5, 5, 5, 7],
      low: [2, null, 1, 1],
      high: [null, null, null, null],
      mean: [null, null, null, null],
      readings: 4,
    });
  });

  it('of intervals has their extremes at their times, and the summary of all their readings', () => {
    const minute = (at: number, low: number, high: number) => ({
      count: 60,
      sum: 30 * (low + high),
      low,
      lowAt: at + 30,
      high,
      highAt: at + 10,
      sentLow: low - 1,
      sentHigh: null,
    });
    const chart = new Chart();
    chart.addInterval(minute(60_000, 2, 8), 1.5);
    chart.addInterval(minute(120_000, 1, 9), null);
    expect(chart.graphData()).toEqual({
      timeStamp: [60_010, 60_030, 120_010, 120_030].map((at) => new Date(at).toISOString()),
      current: [8, 2, 9, 1],
      minimum: [1, 1, 0, 0],
      maximum: [8, 8, 9, 9],
      average: [5, 5, 5, 5],
      low: [1, 1, 0, 0],
      high: [8, 8, 9, 9],
      mean: [5, 5, 5, 5],
      readings: 120,
      rainData: [1.5, null, null, null],
      rainSummary: 1.5,
    });
    expect(chart.intelligence()).toEqual({
      events: {
        highest: { value: 9, timestamp: new Date(120_010).toISOString() },
        lowest: { value: 1, timestamp: new Date(120_030).toISOString() },
      },
      summary: { minimum: 1, maximum: 9, average: 5 },
    });
  });
});
