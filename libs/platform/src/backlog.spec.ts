import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Backlog } from './backlog.ts';
import { answeringBy, timeLeftMs } from './deadline.ts';
import { Lifecycle } from './lifecycle.ts';

describe('a backlog', () => {
  let lifecycle: Lifecycle;
  const done: string[][] = [];
  const given = (work: (items: string[]) => Promise<void>) =>
    new Backlog<string>(lifecycle, { work, waiting: 'it waits' });

  beforeEach(() => {
    jest.useFakeTimers();
    lifecycle = new Lifecycle();
    done.length = 0;
  });
  afterEach(async () => {
    await lifecycle.stop();
    jest.useRealTimers();
  });

  it('processes each item once, from the start of the service on', async () => {
    const backlog = given(async (items) => void done.push(items));
    for (const item of ['a', 'b', 'a']) backlog.add(item);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(done).toEqual([]);
    await lifecycle.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual([['a', 'b']]);
    backlog.add('c');
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual([['a', 'b'], ['c']]);
  });

  it('retries items that failed', async () => {
    let fails = true;
    const backlog = given(async (items) => {
      if (fails) throw new Error('away');
      done.push(items);
    });
    await lifecycle.start();
    backlog.add('a');
    await jest.advanceTimersByTimeAsync(0);
    fails = false;
    expect(done).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(done).toEqual([['a']]);
  });

  it('processes fewer items at once after a failure, until a slow server has time for them, and then more again', async () => {
    const sizes: number[] = [];
    let mostInTime = 30;
    const backlog = given(async (items) => {
      sizes.push(items.length);
      if (items.length > mostInTime) throw new Error('out of time');
      done.push(items);
      mostInTime = 500;
    });
    for (let item = 0; item < 200; item++) backlog.add(`${item}`);
    await lifecycle.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(sizes).toEqual([200, 100, 50, 25, 50, 100, 25]);
    expect(new Set(done.flat()).size).toBe(200);
  });

  it('processes an item again that is added while it is being processed', async () => {
    const under = Promise.withResolvers<void>();
    const backlog = given(async (items) => {
      done.push(items);
      await under.promise;
    });
    await lifecycle.start();
    backlog.add('a');
    backlog.add('a');
    under.resolve();
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual([['a'], ['a']]);
  });

  it('processes and retries items without the deadline of the call that added them', async () => {
    const left: (number | null)[] = [];
    const backlog = given(async () => {
      left.push(timeLeftMs());
      if (left.length === 1) throw new Error('away');
    });
    await lifecycle.start();
    await answeringBy(Date.now() + 1_000, async () => backlog.add('a'));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(left).toEqual([null, null]);
  });
});
