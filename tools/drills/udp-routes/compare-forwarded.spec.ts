import { expect, it } from '@jest/globals';
import { compareForwarded } from './compare-forwarded.ts';

const EXACT = { lost: 0, phantom: 0, repeated: 0, outOfOrder: 0 };

it('datagrams that come again after a failure are repeated, and in order', () => {
  const accepted = new Set([1, 2, 3, 5]);
  expect(compareForwarded(accepted, [1, 2, 3, 5])).toEqual(EXACT);
  expect(compareForwarded(accepted, [1, 2, 3, 2, 3, 5])).toEqual({ ...EXACT, repeated: 2 });
});

it('a datagram that first comes after a later one is out of order, once', () => {
  const accepted = new Set([1, 2, 3]);
  expect(compareForwarded(accepted, [1, 3, 2, 3, 2])).toEqual({ ...EXACT, repeated: 2, outOfOrder: 1 });
});

it('a datagram that is missing is lost, and one that was not accepted is a phantom', () => {
  expect(compareForwarded(new Set([1, 2]), [2, 4])).toEqual({ ...EXACT, lost: 1, phantom: 1 });
});
