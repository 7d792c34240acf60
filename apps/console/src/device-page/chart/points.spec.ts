import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { nearest, thin, withGaps, withNewer, type Point } from './points.ts';

const at = (time: number, current: number | null = 1): Point => ({
  time,
  current,
  minimum: current,
  maximum: current,
  average: current,
  rain: null,
});

describe('a chart that new readings come into', () => {
  it('takes them at its end', () => {
    const points = withNewer([at(1), at(2)], [at(3), at(4)], [0, 10]);
    expect(points.map(({ time }) => time)).toEqual([1, 2, 3, 4]);
  });

  it('puts a late one where it belongs, and one instant is there once', () => {
    const points = withNewer([at(1), at(5)], [at(3), at(5, 9)], [0, 10]);
    expect(points.map(({ time, current }) => [time, current])).toEqual([
      [1, 1],
      [3, 1],
      [5, 9],
    ]);
  });

  it('leaves out readings outside its range or without a value of this sensor', () => {
    const before = [at(1)];
    expect(withNewer(before, [at(11), at(2, null)], [0, 10])).toBe(before);
  });
});

describe('gaps', () => {
  it('stay gaps: an empty point stands where several were missed', () => {
    const points = [0, 1, 2, 20, 21].map((minute) => at(minute * MINUTE_MS));
    expect(withGaps(points).map(({ current }) => current)).toEqual([1, 1, 1, null, 1, 1]);
  });

  it('are on both sides of a single reading, whose distances are not the usual ones', () => {
    const points = [0, 1, 2, 14, 20, 21, 22].map((minute) => at(minute * MINUTE_MS));
    expect(withGaps(points).map(({ current }) => current)).toEqual([1, 1, 1, null, 1, null, 1, 1, 1]);
  });

  it('are none where a device that sent every ten minutes now sends every few seconds', () => {
    const seldom = Array.from({ length: 10 }, (_, index) => at(index * 10 * MINUTE_MS));
    const often = Array.from({ length: 100 }, (_, index) => at(100 * MINUTE_MS + index * 8_000));
    expect(withGaps([...seldom, ...often])).toHaveLength(110);
  });

  it('are as short as a minute for a device that sends every few seconds', () => {
    const points = [0, 10, 20, 30, 150, 160, 170].map((second) => at(second * 1_000));
    expect(withGaps(points).map(({ current }) => current)).toEqual([1, 1, 1, 1, null, 1, 1, 1]);
  });

  it('are none between the extremes of equally long parts', () => {
    const place = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 40, maxLength: 200 }), (parts) => {
        const points = parts.flatMap((ends, part) =>
          [...new Set(ends)]
            .sort((one, other) => one - other)
            .map((end) => at((part * 1_000 + end) * MINUTE_MS)),
        );
        // By far most are drawn as one line; that a few long distances follow short ones is chance.
        expect(withGaps(points).length - points.length).toBeLessThan(parts.length * 0.05);
      }),
    );
  });

  it('are none where one reading came a little late', () => {
    const points = [0, 30, 60, 150, 180].map((second) => at(second * 1_000));
    expect(withGaps(points)).toHaveLength(5);
  });
});

describe('the nearest point', () => {
  it('is on either side of an instant, and none is far away', () => {
    const points = [0, 10, 20].map((time) => at(time));
    expect([-3, 4, 6, 14, 23].map((time) => nearest(points, time, 5)?.time)).toEqual([0, 0, 10, 10, 20]);
    expect(nearest(points, 40, 5)).toBeUndefined();
    expect(nearest([], 0, 5)).toBeUndefined();
  });
});

describe('thinning', () => {
  const series = fc
    .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 3_000 })
    .map((values) => values.map((value, index) => at(index * 1_000, value)));

  it('keeps every extreme, the first and the last, in order, within its bound', () => {
    fc.assert(
      fc.property(series, (points) => {
        const thinned = thin(points, 400);
        const values = points.map(({ current }) => current!);
        const kept = thinned.map(({ current }) => current!);
        expect(Math.max(...kept)).toBe(Math.max(...values));
        expect(Math.min(...kept)).toBe(Math.min(...values));
        expect(thinned[0]!.time).toBe(points[0]!.time);
        expect(thinned.at(-1)!.time).toBe(points.at(-1)!.time);
        expect(thinned.length).toBeLessThanOrEqual(404);
        for (let index = 1; index < thinned.length; index += 1) {
          expect(thinned[index]!.time).toBeGreaterThan(thinned[index - 1]!.time);
        }
      }),
    );
  });

  it('never bridges a gap', () => {
    const points = Array.from({ length: 2_000 }, (_, index) =>
      at(index * 1_000, index === 1_000 ? null : index),
    );
    const thinned = thin(points, 100);
    expect(thinned.filter(({ current }) => current === null)).toHaveLength(1);
  });

  it('draws the band over all of a stretch', () => {
    const points = Array.from({ length: 1_000 }, (_, index) => ({
      ...at(index * 1_000, 5),
      minimum: index === 500 ? -7 : 4,
      maximum: 6,
    }));
    expect(Math.min(...thin(points, 100).map(({ minimum }) => minimum!))).toBe(-7);
  });

  it('takes 100,000 readings in one go', () => {
    const points = Array.from({ length: 100_000 }, (_, index) => at(index * 1_000, Math.sin(index / 900)));
    const drawn = thin(withGaps(points), 900);
    expect(drawn.length).toBeLessThanOrEqual(904);
  });
});
