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
