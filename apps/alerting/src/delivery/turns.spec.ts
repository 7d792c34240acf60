import { describe, expect, it } from '@jest/globals';
import { type Turn, Turns, mayTake } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when the spec says so, and the names of the begun ones. */
const tasksIn = (turns: Turns) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name: string, turn: Partial<Turn> = {}) =>
      turns.run({ rank: 1, share: 'one', ...turn }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)!();
      await settled();
    },
  };
};

describe('of the tasks of one share that wait', () => {
  it('tasks of the lowest rank come first, the longest-waiting one before the others', async () => {
    const turns = new Turns(1);
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = [turns.run({ rank: 2, share: 'one' }, () => promise)];
    for (const [name, rank] of [
      ['info', 2],
      ['warning 1', 1],
      ['critical', 0],
      ['warning 2', 1],
    ] as const)
      running.push(turns.run({ rank, share: 'one' }, async () => void order.push(name)));
    await settled();
    expect({ order, all: turns.pendingUpTo(2), before: turns.pendingUpTo(1, 'one') }).toEqual({
      order: [],
      all: 4,
      before: 3,
    });
    resolve();
    await Promise.all(running);
    expect(order).toEqual(['critical', 'warning 1', 'warning 2', 'info']);
    expect({ active: turns.activeCount, waiting: turns.waitingShares }).toEqual({ active: 0, waiting: [] });
  });

  it('two thirds as many run at the same time as may in all, also after one has failed', async () => {
    const turns = new Turns(12);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await settled();
      running--;
    };
    const turn = { rank: 1, share: 'one' };
    const failing = turns.run(turn, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    await Promise.all(Array.from({ length: 40 }, () => turns.run(turn, work)));
    expect(most).toBe(8);
    expect(turns.activeCount).toBe(0);
  });
});

describe('a task of another share', () => {
  it('begins at once beside any number of critical ones of the first', async () => {
    const tasks = tasksIn(new Turns(3));
    for (let place = 0; place < 100; place++) void tasks.add(`storm ${place}`, { rank: 0 });
    void tasks.add('other', { share: 'two', rank: 2 });
    await settled();
    expect(tasks.begun).toEqual(['storm 0', 'storm 1', 'other']);
  });

  it('comes after one task of each share before it, where these are as many as may run, not after all of their tasks', async () => {
    const tasks = tasksIn(new Turns(1));
    for (const share of ['one', 'two', 'three'])
      for (const place of [1, 2, 3]) void tasks.add(`${share} ${place}`, { share });
    void tasks.add('other', { share: 'four' });
    for (const name of ['one 1', 'two 1', 'three 1']) {
      await settled();
      await tasks.end(name);
    }
    expect(tasks.begun).toEqual(['one 1', 'two 1', 'three 1', 'other']);
  });

  it('comes after the more severe ones of others, until these have their part of the slots', async () => {
    const tasks = tasksIn(new Turns(3));
    void tasks.add('one 1');
    void tasks.add('one 2');
    void tasks.add('one 3', { rank: 0 });
    void tasks.add('two 1', { share: 'two' });
    void tasks.add('two 2', { share: 'two' });
    void tasks.add('three', { share: 'three', rank: 0 });
    await settled();
    expect(tasks.begun).toEqual(['one 1', 'one 2', 'two 1']);
    await tasks.end('two 1');
    expect(tasks.begun.slice(3)).toEqual(['three']);
    await tasks.end('one 1');
    expect(tasks.begun.slice(4)).toEqual(['one 3']);
    await tasks.end('three');
    expect(tasks.begun.slice(5)).toEqual(['two 2']);
  });
});

it.each([
  [1, 12, 8],
  [2, 12, 10],
  [5, 12, 11],
  [1, 1, 1],
  [1, 2, 2],
  [1, 3, 2],
])('%i shares have of %i slots %i at most, and share them evenly', (count, slots, most) => {
  const own = Array.from({ length: count }, () => 0);
  const free = () => slots - own.reduce((sum, one) => sum + one, 0);
  for (let round = 0; round < slots; round++)
    for (const place of own.keys()) if (free() > 0 && mayTake(own[place]!, free())) own[place]!++;
  expect(slots - free()).toBe(most);
  expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
});
