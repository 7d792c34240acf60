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

  it('is full again once as many tokens came back as were taken', () => {
    const bucket = new TokenBucket(RATE, 0);
    expect(taken(bucket, Array<number>(30).fill(0))).toBe(30);
    expect(bucket.isFull(2_999)).toBe(false);
    expect(bucket.isFull(3_000)).toBe(true);
  });
});
