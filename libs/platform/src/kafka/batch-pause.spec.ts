import { expect, it } from '@jest/globals';
import { pauseAfterBatch } from './batch-pause.ts';

it.each([
  [0, 8],
  [3, 5],
  [4, 4],
  [9, 9],
  [24, 24],
  [30, 18],
  [48, 0],
  [500, 0],
])('pauses after a batch that took %d ms for %d ms, if one should take at least 8', (took, pause) => {
  expect(pauseAfterBatch(took, 8)).toBe(pause);
});

it('does not pause where no shortest time is wanted', () => {
  expect(pauseAfterBatch(20, 0)).toBe(0);
});
