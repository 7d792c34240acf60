import { describe, expect, it } from '@jest/globals';
import { SignInLimit } from './sign-in-limit.ts';

describe('failed sign-ins', () => {
  it('are counted per address and name, and forgiven after a minute', () => {
    const limit = new SignInLimit(5);
    for (let count = 0; count < 5; count++) {
      expect(limit.isReached('10.0.0.1', 'pump01', 1_000)).toBe(false);
      limit.countFailure('10.0.0.1', 'pump01', 1_000);
    }
    expect(limit.isReached('10.0.0.1', 'pump01', 1_000)).toBe(true);
    expect(limit.isReached('10.0.0.2', 'pump01', 1_000)).toBe(false);
    expect(limit.isReached('10.0.0.1', 'pump02', 1_000)).toBe(false);
    expect(limit.isReached('10.0.0.1', 'pump01', 61_000)).toBe(false);
    limit.countFailure('10.0.0.1', 'pump01', 61_000);
    expect(limit.isReached('10.0.0.1', 'pump01', 61_000)).toBe(false);
  });

  it('from any address of one customer’s network count together', () => {
    const limit = new SignInLimit(2);
    for (const host of ['1', 'ffff:1']) limit.countFailure(`2001:db8:1:2::${host}`, 'pump01', 0);
    expect(limit.isReached('2001:db8:1:2::3', 'pump01', 0)).toBe(true);
    expect(limit.isReached('2001:db8:1:3::3', 'pump01', 0)).toBe(false);
  });

  it('of any number of names take no more than so much memory', () => {
    const limit = new SignInLimit(1);
    limit.countFailure('10.0.0.1', 'first', 0);
    for (let count = 0; count < 20_000; count++) limit.countFailure('10.0.0.1', `name${count}`.repeat(50), 0);
    expect(limit.isReached('10.0.0.1', 'first', 0)).toBe(false);
  });
});
