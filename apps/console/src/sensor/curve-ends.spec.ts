import { describe, expect, it } from '@jest/globals';
import { endsOf } from './curve-ends.ts';

const curve = (rows: number, drawn = rows) => {
  const points = Array.from({ length: drawn }, (_, index) => ({ raw: index, value: 2 * index }));
  const first = { raw: 0, value: 0 };
  const last = { raw: rows - 1, value: 2 * (rows - 1) };
  return { rows, minimum: 0, maximum: last.value, first, last, points };
};
const numbers = (of: ReturnType<typeof curve>) => {
  const { first, last } = endsOf(of);
  return [first.map(({ number }) => number), last.map(({ number }) => number)];
};

describe('the shown rows of a table', () => {
  it('are all of a short table', () => {
    expect(numbers(curve(6))).toEqual([[1, 2, 3, 4, 5, 6], []]);
  });

  it('are its first and last rows', () => {
    expect(numbers(curve(40))).toEqual([
      [1, 2, 3],
      [38, 39, 40],
    ]);
  });

  it('are the very first and last row if not all points are known', () => {
    expect(numbers(curve(20_000, 500))).toEqual([[1], [20_000]]);
    expect(endsOf(curve(20_000, 500)).last).toEqual([{ raw: 19_999, value: 39_998, number: 20_000 }]);
  });
});
