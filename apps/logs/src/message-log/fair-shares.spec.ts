import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fairShares } from './fair-shares.ts';
interface Message {
  readonly deviceName: string;
  readonly number: number;
}
type Kept = ReturnType<typeof sharesOf>['kept'];

/** The messages of a batch. */
const batchOf = (counts: Record<string, number>): Message[] => {
  let number = 0;
  return Object.entries(counts).flatMap(([deviceName, count]) =>
    Array.from({ length: count }, () => ({ deviceName, number: number++ })),
  );
};
const sharesOf = (messages: Message[], most: number) =>
  fairShares(messages, most, ({ deviceName }) => deviceName);
const sumOf = (kept: Kept) => kept.reduce((sum, { count }) => sum + count, 0);
const ofDevice = (kept: Kept, name: string) => kept.filter(({ message }) => message.deviceName === name);

describe('the rows of a batch', () => {
  it('are all kept where there is room', () => {
    const messages = batchOf({ pump01: 3, pump02: 2 });
    const kept = messages.map((message) => ({ message, count: 1 }));
    expect(sharesOf(messages, 5)).toEqual({ kept, unshown: 0 });
  });

  it('of a loud device leave room for rows of others, and say how many messages they stand for', () => {
    const { kept, unshown } = sharesOf(batchOf({ loud: 1_000, quiet: 1, some: 3 }), 10);
    expect(unshown).toBe(0);
    expect(['quiet', 'some', 'loud'].map((name) => ofDevice(kept, name).length)).toEqual([1, 3, 6]);
    expect(ofDevice(kept, 'loud').map(({ count }) => count)).toEqual([995, 1, 1, 1, 1, 1]);
    expect(ofDevice(kept, 'loud').at(-1)!.message.number).toBe(999);
  });

  it('are of the devices that send least, if there is no room for a row of each', () => {
    const { kept, unshown } = sharesOf(batchOf({ one: 5, two: 4, three: 1 }), 2);
    expect(kept.map(({ message, count }) => [message.deviceName, count])).toEqual([
      ['three', 1],
      ['two', 4],
    ]);
    expect(unshown).toBe(5);
    expect(sharesOf(batchOf({ one: 5 }), 0)).toEqual({ kept: [], unshown: 5 });
  });

  it('are never more than there is room for, and count every message', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{3}$/), fc.integer({ min: 1, max: 50 }), { maxKeys: 20 }),
        fc.integer({ min: 0, max: 200 }),
        (counts, most) => {
          const messages = batchOf(counts);
          const { kept, unshown } = sharesOf(messages, most);
          expect(kept.length).toBeLessThanOrEqual(Math.max(most, 0));
          expect(kept.length).toBe(Math.min(most, messages.length));
          expect(sumOf(kept) + unshown).toBe(messages.length);
        },
      ),
    );
  });
});
