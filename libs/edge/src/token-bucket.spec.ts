import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.ts';

const RATE = { perSecond: 10, burst: 60 };
const taken = (bucket: TokenBucket, times: number[]) => times.filter((time) => bucket.take(time)).length;

describe('a token bucket', () => {
  it('lets a burst through after a silence, then ten a second', () => {
    const bucket = new TokenBucket(RATE, 0);
    expect(taken(bucket, Array<number>(100).fill(0))).toBe(60);
    expect(bucket.allows(99)).toBe(false);
    expect(bucket.allows(100)).toBe(true);
    expect(taken(bucket, Array<number>(100).fill(1_000))).toBe(10);
    const everyTenMs = Array.from({ length: 500 }, (_, index) => 1_000 + index * 10);
    expect(taken(bucket, everyTenMs)).toBeGreaterThanOrEqual(48);
    expect(taken(bucket, Array<number>(100).fill(60_000))).toBe(60);
  });

  it('never lets more through than burst and rate allow', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(gaps, (pauses) => {
        const bucket = new TokenBucket(RATE, 0);
        let now = 0;
        const times = pauses.map((pause) => (now += pause));
        expect(taken(bucket, times)).toBeLessThanOrEqual(60 + now / 100 + 1e-6);
      }),
    );
  });

  it('gives several at once if it has as many', () => {
    const bucket = new TokenBucket(RATE, 0);
    expect([bucket.take(0, 50), bucket.take(0, 11), bucket.take(0, 10)]).toEqual([true, false, true]);
    expect([bucket.allows(999, 10), bucket.allows(1_000, 10)]).toEqual([false, true]);
  });

  it('gives more than it holds once it is full, and then nothing until they have come back', () => {
    const bucket = new TokenBucket(RATE, 0);
    expect(bucket.take(0)).toBe(true);
    expect([bucket.take(99, 256), bucket.take(100, 256)]).toEqual([false, true]);
    // 196 too many, and one for the next.
    expect([bucket.take(19_799), bucket.take(19_800)]).toEqual([false, true]);
    expect([bucket.isFull(25_799), bucket.isFull(25_800)]).toEqual([false, true]);
  });

  it('never gives more than burst and rate allow, apart from one debt', () => {
    const requestLists = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 256 })),
      {
        maxLength: 100,
      },
    );
    fc.assert(
      fc.property(requestLists, (requests) => {
        const bucket = new TokenBucket(RATE, 0);
        let [now, given] = [0, 0];
        for (const [pause, tokens] of requests) {
          now += pause;
          const before = given;
          if (bucket.take(now, tokens)) given += tokens;
          expect(before).toBeLessThanOrEqual(60 + now / 100 + 1e-6 + (given === before ? 256 : 0));
        }
      }),
    );
  });

  it('is full again once as many tokens came back as were taken', () => {
    const bucket = new TokenBucket(RATE, 0);
    expect(taken(bucket, Array<number>(30).fill(0))).toBe(30);
    expect(bucket.isFull(2_999)).toBe(false);
    expect(bucket.isFull(3_000)).toBe(true);
  });
});
