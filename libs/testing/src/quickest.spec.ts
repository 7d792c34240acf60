import { describe, expect, it } from '@jest/globals';
import { quickest } from './quickest.ts';

const taking = (...times: number[]) => {
  const left = [...times];
  return { measure: async () => left.shift()!, left };
};

describe('the quickest of some tries', () => {
  it('is the first that stays within the bound', async () => {
    const { measure, left } = taking(900, 40, 30);
    expect(await quickest(measure, 100)).toBe(40);
    expect(left).toEqual([30]);
  });

  it('is the least of five if none does', async () => {
    const { measure, left } = taking(500, 200, 400, 300, 600, 50);
    expect(await quickest(measure, 100)).toBe(200);
    expect(left).toEqual([50]);
  });
});
