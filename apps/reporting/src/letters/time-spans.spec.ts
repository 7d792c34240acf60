import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TimeSpans } from './time-spans.ts';

describe('time in spans', () => {
  it.each([
    [
      'apart',
      [
        [10, 20],
        [0, 5],
      ],
      15,
    ],
    [
      'that overlap',
      [
        [10, 20],
        [5, 15],
      ],
      15,
    ],
    [
      'within another',
      [
        [0, 100],
        [10, 20],
        [30, 40],
      ],
      100,
    ],
    [
      'around others',
      [
        [30, 40],
        [10, 20],
        [0, 100],
      ],
      100,
    ],
    [
      'that touch',
      [
        [10, 20],
        [0, 10],
      ],
      20,
    ],
    [
      'without duration',
      [
        [10, 10],
        [9, 3],
      ],
      0,
    ],
  ] as [string, [number, number][], number][])('%s is counted once', (_which, spans, totalMs) => {
    const time = new TimeSpans();
    for (const [begin, end] of spans) time.add(begin, end);
    expect(time.totalMs).toBe(totalMs);
  });

  it('is the number of moments that any of them has, in any order', () => {
    const moment = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(fc.tuple(moment, moment)), (spans) => {
        const time = new TimeSpans();
        const moments = new Set<number>();
        for (const [begin, end] of spans) {
          time.add(begin, end);
          for (let at = begin; at < end; at++) moments.add(at);
        }
        expect(time.totalMs).toBe(moments.size);
      }),
    );
  });
});
