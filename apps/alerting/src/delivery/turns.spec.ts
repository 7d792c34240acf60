import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('of the tasks that wait', () => {
  it('those of the lowest rank come first, and of these the one that has waited longest', async () => {
    const turns = new Turns(1);
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = [turns.run(2, () => promise)];
    for (const [name, rank] of [
      ['info', 2],
      ['warning 1', 1],
      ['critical', 0],
      ['warning 2', 1],
    ] as const)
      running.push(turns.run(rank, async () => void order.push(name)));
    await settled();
    expect({ order, pending: turns.pendingCount, before: turns.pendingUpTo(1) }).toEqual({
      order: [],
      pending: 4,
      before: 3,
    });
    resolve();
    await Promise.all(running);
    expect(order).toEqual(['critical', 'warning 1', 'warning 2', 'info']);
    expect({ active: turns.activeCount, pending: turns.pendingCount }).toEqual({ active: 0, pending: 0 });
  });

  it('as many run at the same time as may, also after one has failed', async () => {
    const turns = new Turns(2);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await settled();
      running--;
    };
    const failing = turns.run(0, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    await Promise.all(Array.from({ length: 7 }, () => turns.run(1, work)));
    expect(most).toBe(2);
    expect(turns.activeCount).toBe(0);
  });
});
