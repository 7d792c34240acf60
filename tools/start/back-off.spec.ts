import { expect, it } from '@jest/globals';
import { BackOff } from './back-off.ts';

const times = { firstMs: 200, longestMs: 1_500, wellAfterMs: 20_000 };

it('a back-off waits twice as long each time a process fails again, up to a limit', () => {
  const backOff = new BackOff(times);
  expect([10, 10, 10, 10, 10].map((ranMs) => backOff.after(ranMs))).toEqual([200, 400, 800, 1_500, 1_500]);
});

it('a back-off starts over after a process ran well', () => {
  const backOff = new BackOff(times);
  for (const ranMs of [10, 10, 10]) backOff.after(ranMs);
  expect(backOff.after(60_000)).toBe(200);
  expect(backOff.after(10)).toBe(400);
});
