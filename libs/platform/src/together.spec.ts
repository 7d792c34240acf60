import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { answeringBy, callerGone, refuseIfTooLate } from './deadline.ts';
import { Together } from './together.ts';

describe('what is asked for at once', () => {
  it('is done in lots, and each asker hears of their own', async () => {
    const lots: number[][] = [];
    const doubles = new Together(async (items: number[]) => {
      lots.push(items);
      return items.map((item) => item * 2);
    }, 2);
    expect(await Promise.all([1, 2, 3].map((item) => doubles.do(item)))).toEqual([2, 4, 6]);
    expect(lots).toEqual([[1, 2], [3]]);
  });

  it('fails for those of the lot that failed alone', async () => {
    const odd = new Together(async (items: number[]) => {
      if (items.includes(1)) throw new Error('one');
      return items;
    }, 1);
    const [first, second] = await Promise.allSettled([odd.do(1), odd.do(2)]);
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('one') });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('is done as long as somebody waits for it, be it too late for whoever asked first', async () => {
    const under = Promise.withResolvers<void>();
    const slow = new Together(async (items: string[]) => {
      if (items.includes('first')) await under.promise;
      refuseIfTooLate();
      return items;
    }, 1);
    const first = answeringBy(Date.now(), () => slow.do('first'));
    const second = answeringBy(Date.now() + 60_000, () => slow.do('second'));
    under.resolve();
    await expect(first).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
    expect(await second).toBe('second');
  });

  it('is given up only once all who wait for it are gone', async () => {
    const wait = new Together(async (items: string[]) => {
      await once(callerGone(), 'abort');
      return items;
    }, 2);
    const callers = [new AbortController(), new AbortController()];
    const asked = callers.map(({ signal }, index) =>
      answeringBy(Date.now() + 60_000, () => wait.do(String(index)), signal),
    );
    let isOver = false;
    void Promise.all(asked).then(() => (isOver = true));
    callers[0]!.abort();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isOver).toBe(false);
    callers[1]!.abort();
    expect(await Promise.all(asked)).toEqual(['0', '1']);
  });

  it('is idle when nobody waits any more', async () => {
    const echo = new Together(async (items: string[]) => items, 1);
    expect(echo.isIdle).toBe(true);
    const asked = echo.do('one');
    expect(echo.isIdle).toBe(false);
    await asked;
    expect(echo.isIdle).toBe(true);
  });
});
