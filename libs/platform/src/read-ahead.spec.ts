import { describe, expect, it } from '@jest/globals';
import { readAhead } from './read-ahead.ts';

const numbers = (upTo: number) => {
  const source = { latest: 0, isClosed: false };
  const items = async function* () {
    try {
      for (let number = 1; number <= upTo; number++) {
        source.latest = number;
        yield number;
      }
      throw new Error('no more numbers');
    } finally {
      source.isClosed = true;
    }
  };
  return { source, items: items() };
};

describe('a generator that reads ahead', () => {
  it('fetches the next item while the present one is processed, in order', async () => {
    const { source, items } = numbers(3);
    const got: [number, number][] = [];
    const all = (async () => {
      for await (const number of readAhead(items)) got.push([number, source.latest]);
    })();
    await expect(all).rejects.toThrow('no more numbers');
    expect(got).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
    ]);
  });

  it('closes its source on an early exit, and ignores the error of the next item', async () => {
    const { source, items } = numbers(1);
    for await (const number of readAhead(items)) {
      expect(number).toBe(1);
      break;
    }
    expect(source.isClosed).toBe(true);
  });
});
