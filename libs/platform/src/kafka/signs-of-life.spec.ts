import { beforeEach, describe, expect, it } from '@jest/globals';
import { SignsOfLife } from './signs-of-life.ts';

let now: number;
let signs: SignsOfLife;

beforeEach(() => {
  now = 1_000_000;
  signs = new SignsOfLife(() => now);
});

describe('a consumer that is not heard of', () => {
  it('is not alive after 30 s, and has to end after 40 s', () => {
    now += 29_999;
    expect([signs.isQuiet, signs.isAlive, signs.isOver]).toEqual([true, true, false]);
    now += 1;
    expect([signs.isAlive, signs.isOver]).toEqual([false, false]);
    now += 10_001;
    expect(signs.isOver).toBe(true);
  });

  it('is alive for as long as it is heard of, or no broker answers', () => {
    for (let time = 0; time < 30; time++) {
      now += 20_000;
      if (time % 2 === 0) signs.heard();
      else signs.excuse();
      expect([signs.isQuiet, signs.isAlive]).toEqual([false, true]);
    }
  });
});

describe('a consumer at a batch', () => {
  it('may take as long as MongoDB tries a transaction', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const attempt = signs.attempt(() => promise);
    now += 170_000;
    expect([signs.isAlive, signs.isOver]).toEqual([true, false]);
    resolve();
    await attempt;
    expect(signs.isQuiet).toBe(false);
  });

  it('has to end where the attempt does not, though its heart beats', () => {
    void signs.attempt(() => new Promise(() => undefined));
    for (let second = 0; second < 200; second++) {
      now += 1_000;
      signs.heard();
    }
    expect([signs.isAlive, signs.isOver]).toEqual([false, true]);
  });

  it('goes on where attempts fail, however many', async () => {
    for (let time = 0; time < 50; time++) {
      const attempt = signs.attempt(async () => {
        now += 25_000;
        throw new Error('the database is away');
      });
      await expect(attempt).rejects.toThrow();
      expect([signs.isQuiet, signs.isAlive]).toEqual([false, true]);
    }
  });
});
