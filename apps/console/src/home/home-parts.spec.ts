import { describe, expect, it } from '@jest/globals';
import { rowsInSight } from './rows-in-sight.ts';
import { sensorValues } from '../state/sensor-values.ts';
import { sparkPath } from './sparkline.tsx';

describe('the rendered rows', () => {
  it('include the visible rows and a few more', () => {
    expect(rowsInSight({ top: -2_880, height: 900, row: 288, rows: 3_334 })).toEqual({ first: 8, last: 16 });
  });

  it('end with the last row', () => {
    expect(rowsInSight({ top: 150, height: 900, row: 288, rows: 3 })).toEqual({ first: 0, last: 3 });
    expect(rowsInSight({ top: -99_999, height: 900, row: 288, rows: 3 })).toEqual({ first: 3, last: 3 });
  });
});

describe("a card's sparkline", () => {
  it('has a gap for a missing value, and ends at the newest value', () => {
    const { path, end } = sparkPath([1, 2, null, 3], 90, 44);
    expect(path).toBe('M0 40h0L30 22M90 4h0');
    expect(end).toBe('M90 4h0');
  });

  it('is flat through the middle for a constant value, and empty without values', () => {
    expect(sparkPath([5, 5], 10, 44).path).toBe('M0 22h0L10 22');
    expect(sparkPath([null], 10, 44)).toEqual({ path: '', end: '' });
  });
});

describe("a card's current values", () => {
  const valuesOf = (channels: number[], current: (number | null)[]) =>
    sensorValues({ sensors: ['Air °C', 'Humidity %'], channels }, current).map(({ name, value }) => [
      name,
      value,
    ]);

  it("are only values of the sensors' channels", () => {
    expect(valuesOf([0, 1], [4.5, null, 17, null])).toEqual([
      ['Air', 4.5],
      ['Humidity', null],
    ]);
    expect(valuesOf([0, 2], [4.5, 99, 17, null])).toEqual([
      ['Air', 4.5],
      ['Humidity', 17],
    ]);
    expect(valuesOf([0, 3], [null, null, null, 60])).toEqual([
      ['Air', null],
      ['Humidity', 60],
    ]);
  });
});
