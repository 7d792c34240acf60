import { describe, expect, it } from '@jest/globals';
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

const HOUR = 3_600_000;

describe('the value axis', () => {
  it('stands on round numbers with room around the line', () => {
    const span = breathe(null, [3.1, 7.9]);
    expect(span).toEqual([2, 9]);
    expect(valueTicks(span)).toEqual([2, 4, 6, 8]);
  });

  it('stays while a new value fits, and moves when one does not', () => {
    const before = breathe(null, [3, 8]);
    expect(breathe(before, [3, 8.1])).toBe(before);
    expect(breathe(before, [3, 20])).not.toEqual(before);
  });

  it('closes in once most of it is empty', () => {
    const wide = breathe(null, [0, 100]);
    expect(breathe(wide, [49, 51])).not.toEqual(wide);
  });

  it('has room for a line that is flat', () => {
    const [low, high] = breathe(null, [4, 4]);
    expect(low).toBeLessThan(4);
    expect(high).toBeGreaterThan(4);
  });

  it('brings a near set point into view, and leaves out one that would flatten the line', () => {
    expect(withSetPoints([3, 5], [6, 500])).toEqual([3, 6]);
  });

  it('has room for its longest label', () => {
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
    const ticks = timeTicks([day, day + 12 * HOUR], 8);
    expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([0, 2, 4, 6, 8, 10, 12]);
  });

  it('has as many ticks as have room, all equally far apart', () => {
    for (const width of [240, 560, 1_000]) {
      for (const hours of [5, 13, 24, 7 * 24, 30 * 24]) {
        const ticks = timeTicks([day, day + hours * HOUR], ticksThatFit(width));
        const gaps = new Set(ticks.slice(1).map((tick, index) => tick - ticks[index]!));
        expect(gaps.size).toBeLessThanOrEqual(1);
        expect([...gaps].every((gap) => (gap / (hours * HOUR)) * width >= 70)).toBe(true);
      }
    }
  });

  it('has a tick at midnight of every fifth day of a month', () => {
    const ticks = timeTicks([day, day + 30 * 24 * HOUR], 8);
    expect(ticks.every((tick) => new Date(tick).getHours() === 0)).toBe(true);
    expect(ticks).toHaveLength(7);
  });
});

it('draws a thick line up to a hundred points and a thin one beyond', () => {
  expect([lineWidth(100), lineWidth(101)]).toEqual([4, 2]);
});
