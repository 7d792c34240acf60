import { describe, expect, it } from '@jest/globals';
import { readAhead } from './read-ahead.ts';

const numbers = (upTo: number) => {
  const told = { asked: 0, isClosed: false };
  const items = async function* () {
    try {
      for (let number = 1; number <= upTo; number++) {
        told.asked = number;
        yield number;
      }
      throw new Error('no more numbers');
    } finally {
      told.isClosed = true;
    }
  };
  return { told, items: items() };
};

describe('a generator that reads ahead', () => {
  it('fetches the next item while the present one is processed, in order', async () => {
    const { told, items } = numbers(3);
    const got: [number, number][] = [];
    const all = (async () => {
      for await (const number of readAhead(items)) got.push([number, told.asked]);
    })();
    await expect(all).rejects.toThrow('no more numbers');
    expect(got).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
    ]);
  });

  it('closes its source on an early exit, and ignores the error of the next item', async () => {
    const { told, items } = numbers(1);
    for await (const number of readAhead(items)) {
      expect(number).toBe(1);
      break;
    }
    expect(told.isClosed).toBe(true);
  });
});
