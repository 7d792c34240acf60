import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { readingsOf, sumsOf } from './series.ts';

const HOUR = Date.UTC(2026, 10, 25, 14);

describe('the readings of the history', () => {
  it('are one in each minute, in the order of time, and the same in every run', () => {
    const readings = readingsOf(7, HOUR, HOUR + HOUR_MS);
    expect(readings.map(({ timestamp }) => Math.floor((timestamp - HOUR) / MINUTE_MS))).toEqual(
      Array.from({ length: 60 }, (_, minute) => minute),
    );
    expect(readings).toEqual(readingsOf(7, HOUR, HOUR + HOUR_MS));
    expect(new Set(readings.map(({ mark }) => mark)).size).toBe(60);
    expect(readingsOf(8, HOUR, HOUR + HOUR_MS)).not.toEqual(readings);
  });

  it('have the sums of a plain computation', () => {
    const values = readingsOf(7, HOUR, HOUR + HOUR_MS).map((reading) => reading.values[0]!);
    expect(sumsOf(7, HOUR, HOUR + HOUR_MS)).toEqual({
      count: 60,
      average: values.reduce((sum, value) => sum + value, 0) / 60,
      minimum: Math.min(...values),
      maximum: Math.max(...values),
    });
  });
});
