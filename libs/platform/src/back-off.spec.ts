import { describe, expect, it } from '@jest/globals';
import { waitAfter } from './back-off.ts';

describe('the delay after a failed attempt', () => {
  it('grows from a second to two minutes', () => {
    const waits = [1, 2, 3, 8, 50].map((attempts) => waitAfter(attempts, 0, () => 0.5));
    expect(waits).toEqual([1_000, 2_000, 4_000, 120_000, 120_000]);
  });

  it('is at least the delay that the provider asks for, up to an hour', () => {
    expect(waitAfter(1, 90_000)).toBe(90_000);
    expect(waitAfter(1, 10 * 3_600_000)).toBe(3_600_000);
  });
});
