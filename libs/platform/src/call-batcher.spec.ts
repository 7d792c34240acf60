import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { answeringBy, callerGone, refuseIfTooLate } from './deadline.ts';
import { CallBatcher } from './call-batcher.ts';

describe('calls at the same time', () => {
  it('run in batches, and each gets its own result', async () => {
    const batches: number[][] = [];
    const doubles = new CallBatcher(async (items: number[]) => {
      batches.push(items);
      return items.map((item) => item * 2);
    }, 2);
    expect(await Promise.all([1, 2, 3].map((item) => doubles.do(item)))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('fail only if their own batch fails', async () => {
    const odd = new CallBatcher(async (items: number[]) => {
      if (items.includes(1)) throw new Error('one');
      return items;
    }, 1);
    const [first, second] = await Promise.allSettled([odd.do(1), odd.do(2)]);
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('one') });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('run within their own deadline, even if the first call is past its own', async () => {
    const under = Promise.withResolvers<void>();
    const slow = new CallBatcher(async (items: string[]) => {
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

  it('are aborted only once all callers of the batch are gone', async () => {
    const wait = new CallBatcher(async (items: string[]) => {
      await once(callerGone(), 'abort');
      return items;
    }, 2);
    const callers = [new AbortController(), new AbortController()];
    const answers = callers.map(({ signal }, index) =>
      answeringBy(Date.now() + 60_000, () => wait.do(String(index)), signal),
    );
    let isOver = false;
    void Promise.all(answers).then(() => (isOver = true));
    callers[0]!.abort();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isOver).toBe(false);
    callers[1]!.abort();
    expect(await Promise.all(answers)).toEqual(['0', '1']);
  });

  it('gather for a while after a batch, if the batcher rests', async () => {
    const batches: string[][] = [];
    const record = async (items: string[]) => {
      batches.push(items);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items;
    };
    const resting = new CallBatcher(record, 3, { rest: 1_000 });
    await resting.do('alone');
    const second = resting.do('second');
    // Without a rest, the second one would have begun by now.
    for (let turns = 0; turns < 100; turns++) await Promise.resolve();
    expect(batches).toEqual([['alone']]);
    expect(await Promise.all([second, resting.do('third')])).toEqual(['second', 'third']);
    expect(batches).toEqual([['alone'], ['second', 'third']]);
  });

  it('do not rest while a full batch waits', async () => {
    const batches: number[][] = [];
    const resting = new CallBatcher(
      async (items: number[]) => {
        batches.push(items);
        return items;
      },
      1,
      { rest: 1_000 },
    );
    const answers = Promise.all([1, 2, 3].map((item) => resting.do(item)));
    // A rest would need a timer, and none can end in these turns.
    for (let turns = 0; turns < 100; turns++) await Promise.resolve();
    expect(batches).toEqual([[1], [2], [3]]);
    expect(await answers).toEqual([1, 2, 3]);
  });

  it('leave the batcher idle once they are answered', async () => {
    const echo = new CallBatcher(async (items: string[]) => items, 1);
    expect(echo.isIdle).toBe(true);
    const answers = echo.do('one');
    expect(echo.isIdle).toBe(false);
    await answers;
    expect(echo.isIdle).toBe(true);
  });
});
