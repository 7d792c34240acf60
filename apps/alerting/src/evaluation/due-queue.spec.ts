import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DueQueue } from './due-queue.ts';

it('a queue gives each item once, at the time for which it was added last, the earliest first', () => {
  const addition = fc.tuple(fc.nat(9), fc.nat(50));
  fc.assert(
    fc.property(fc.array(addition), fc.array(fc.nat(60)), (additions, times) => {
      const items = Array.from({ length: 10 }, () => ({ dueAt: Number.NaN }));
      const queue = new DueQueue<{ dueAt: number }>();
      const waiting = new Map<object, number>();
      for (const [item, dueAt] of additions) {
        queue.add(items[item]!, dueAt);
        waiting.set(items[item]!, dueAt);
      }
      for (const upTo of times.sort((one, other) => one - other)) {
        const due = [...waiting].filter(([, dueAt]) => dueAt <= upTo).map(([item]) => item);
        const taken = [...queue.takeDue(upTo)];
        expect(new Set(taken)).toEqual(new Set(due));
        expect(taken).toHaveLength(due.length);
        const order = taken.map((item) => waiting.get(item)!);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        for (const item of due) waiting.delete(item);
      }
    }),
  );
});

it('a queue keeps its order and takes little memory although items are added again and again', () => {
  const items = Array.from({ length: 100 }, () => ({ dueAt: Number.NaN }));
  const queue = new DueQueue<{ dueAt: number }>();
  for (let turn = 0; turn < 100_000; turn++) queue.add(items[(turn * 7) % 100]!, (turn * 7_919) % 1_000_003);
  expect(queue.length).toBeLessThan(3_000);
  const times = items.map(({ dueAt }) => dueAt).sort((one, other) => one - other);
  const taken: number[] = [];
  for (const time of times) for (const _item of queue.takeDue(time)) taken.push(time);
  expect(taken).toEqual(times);
});
