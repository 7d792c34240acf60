import { describe, expect, it } from '@jest/globals';
import { TokenBuckets } from './token-buckets.ts';

describe('so many a minute', () => {
  it('may come at once, and no more until some time has passed', () => {
    const buckets = new TokenBuckets(60);
    const waits = Array.from({ length: 61 }, () => buckets.take('u1', 0));
    expect(waits.slice(0, 60).every((wait) => wait === 0)).toBe(true);
    expect(waits[60]).toBe(1_000);
    expect(buckets.take('u1', 999)).toBeCloseTo(1);
    expect(buckets.take('u1', 1_000)).toBe(0);
    expect(buckets.take('u1', 1_000)).toBe(1_000);
  });

  it('are counted for each key alone', () => {
    const buckets = new TokenBuckets(1);
    expect(buckets.take('u1', 0)).toBe(0);
    expect(buckets.take('u2', 0)).toBe(0);
    expect(buckets.take('u1', 0)).toBeGreaterThan(0);
  });

  it('never add up to more than a minute of them', () => {
    const buckets = new TokenBuckets(10);
    buckets.take('u1', 0);
    const later = 3_600_000;
    const taken = Array.from({ length: 20 }, () => buckets.take('u1', later)).filter((wait) => wait === 0);
    expect(taken).toHaveLength(10);
  });

  it('forget whoever has not come for a while', () => {
    const buckets = new TokenBuckets(10);
    for (let caller = 0; caller < 1_000; caller++) buckets.take(`a${caller}`, 0);
    expect(buckets.size).toBe(1_000);
    buckets.take('new', 60_000);
    expect(buckets.size).toBe(1);
  });
});
