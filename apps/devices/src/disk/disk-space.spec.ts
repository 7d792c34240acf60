import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type DiskSpace, Growth, causeOf } from './disk-space.ts';

const GB = 1024 ** 3;
const NOW = Date.UTC(2026, 10, 25);
const space = (totalGb: number, freeGb: number): DiskSpace => ({
  totalBytes: totalGb * GB,
  usedBytes: (totalGb - freeGb) * GB,
});

describe('a disk', () => {
  it('has too little space below a tenth, or below 20 GB of a large one', () => {
    expect(causeOf(space(100, 10.1), null, null)).toBeNull();
    expect(causeOf(space(100, 9.9), null, null)).toBe('space');
    expect(causeOf(space(2_000, 20.1), null, null)).toBeNull();
    expect(causeOf(space(2_000, 19.9), null, null)).toBe('space');
    expect(causeOf(space(10, -1), null, null)).toBe('space');
  });

  it('has too little space until somewhat more is free', () => {
    expect(causeOf(space(100, 10.9), null, 'space')).toBe('space');
    expect(causeOf(space(100, 11.1), null, 'space')).toBeNull();
  });

  it('fills up fast if it is full within a week, until that is no more so', () => {
    expect(causeOf(space(100, 50), 7.1, null)).toBeNull();
    expect(causeOf(space(100, 50), 6.9, null)).toBe('growth');
    expect(causeOf(space(100, 50), 7.5, 'growth')).toBe('growth');
    expect(causeOf(space(100, 50), 7.8, 'growth')).toBeNull();
    expect(causeOf(space(100, 50), Infinity, 'growth')).toBeNull();
    // The growth is unknown at the moment.
    expect(causeOf(space(100, 50), null, 'growth')).toBe('growth');
  });
});

describe('the growth of a disk', () => {
  /** Looks once a minute while a disk of 100 GB grows by so much an hour. */
  const growthOf = (hours: number, gbAnHour: (hour: number) => number) => {
    const growth = new Growth();
    let used = 50;
    for (let minute = 0; minute <= hours * 60; minute++) {
      growth.add(NOW + minute * 60_000, space(100, 100 - used));
      used += gbAnHour(minute / 60) / 60;
    }
    return growth;
  };
  const grown = (...given: Parameters<typeof growthOf>) => growthOf(...given).daysLeft(space(100, 24));
  const grownLooks = (hours: number) => growthOf(hours, () => 1).looks;

  it('gives the days that are left once it is known for half a day', () => {
    expect(grown(11.9, () => 1)).toBeNull();
    expect(grown(12, () => 1)).toBeCloseTo(1);
    expect(grown(100, () => 1)).toBeCloseTo(1);
    expect(grown(13, () => 0)).toBe(Infinity);
    expect(grown(13, () => -1)).toBe(Infinity);
  });

  it('is that of the last day', () => {
    expect(grown(50, (hour) => (hour < 25 ? 5 : 0.5))).toBeCloseTo(2);
  });

  it('is that of remembered looks, which are some minutes apart', () => {
    const looks = grownLooks(20);
    expect(looks).toHaveLength(20 * 6 + 1);
    const restarted = new Growth(looks);
    expect(restarted.daysLeft(space(100, 24))).toBeNull();
    expect(restarted.add(NOW + 20 * HOUR_MS + 60_000, space(100, 30))).toBe(false);
    expect(restarted.daysLeft(space(100, 24))).toBeCloseTo(1, 1);
  });

  it('is unknown again after the clock was put back', () => {
    const growth = new Growth();
    for (let hour = 0; hour < 20; hour++) growth.add(NOW + hour * HOUR_MS, space(100, 50 - hour));
    expect(growth.daysLeft(space(100, 31))).not.toBeNull();
    growth.add(NOW, space(100, 31));
    expect(growth.daysLeft(space(100, 31))).toBeNull();
  });
});
