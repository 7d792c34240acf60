import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import {
  breathe,
  labelRoom,
  lineWidth,
  niceStep,
  ticksThatFit,
  timeTicks,
  valueTicks,
  withSetPoints,
} from './axes.ts';

describe('the value axis', () => {
  it('has round numbers with padding around the line', () => {
    const span = breathe(null, [3.1, 7.9]);
    expect(span).toEqual([2, 9]);
    expect(valueTicks(span)).toEqual([2, 4, 6, 8]);
  });

  it('stays while a new value fits, and changes otherwise', () => {
    const before = breathe(null, [3, 8]);
    expect(breathe(before, [3, 8.1])).toBe(before);
    expect(breathe(before, [3, 20])).not.toEqual(before);
  });

  it('shrinks when most of it is unused', () => {
    const wide = breathe(null, [0, 100]);
    expect(breathe(wide, [49, 51])).not.toEqual(wide);
  });

  it('has padding for a flat line', () => {
    const [low, high] = breathe(null, [4, 4]);
    expect(low).toBeLessThan(4);
    expect(high).toBeGreaterThan(4);
  });

  it('includes a near set point, but not one that would flatten the line', () => {
    expect(withSetPoints([3, 5], [6, 500])).toEqual([3, 6]);
  });

  it('fits its longest label', () => {
    expect(labelRoom(['0', '5'])).toBeLessThan(52);
    expect(labelRoom(['1,200,100', '1,200,110'])).toBeGreaterThan(70);
  });

  it('steps by 1, 2, 2.5 and 5', () => {
    expect([0.7, 6, 11, 24, 60].map((span) => niceStep(span, 6))).toEqual([0.2, 1, 2, 5, 10]);
  });
});

describe('the time axis', () => {
  const day = new Date(2026, 10, 21).getTime();

  it('has a tick at round local hours', () => {
    const ticks = timeTicks([day, day + 12 * HOUR_MS], 8);
    expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([0, 2, 4, 6, 8, 10, 12]);
  });

  it('has equidistant ticks that fit', () => {
    for (const width of [240, 560, 1_000]) {
      for (const hours of [5, 13, 24, 7 * 24, 30 * 24]) {
        const ticks = timeTicks([day, day + hours * HOUR_MS], ticksThatFit(width));
        const gaps = new Set(ticks.slice(1).map((tick, index) => tick - ticks[index]!));
        expect(gaps.size).toBeLessThanOrEqual(1);
        expect([...gaps].every((gap) => (gap / (hours * HOUR_MS)) * width >= 70)).toBe(true);
      }
    }
  });

  it('has a tick at midnight of every fifth day of a month', () => {
    const ticks = timeTicks([day, day + 30 * DAY_MS], 8);
    expect(ticks.every((tick) => new Date(tick).getHours() === 0)).toBe(true);
    expect(ticks).toHaveLength(7);
  });
});

it('draws a thick line up to a hundred points and a thin one above', () => {
  expect([lineWidth(100), lineWidth(101)]).toEqual([4, 2]);
});
