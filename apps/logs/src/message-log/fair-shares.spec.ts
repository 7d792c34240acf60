import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fairShares } from './fair-shares.ts';
import type { LogRow } from './log-row.ts';

const rowOf = (deviceName: string, number: number): LogRow => ({
  _id: String(number).padStart(6, '0'),
  deviceName,
  deviceKey: 1,
  topic: '',
  data: '',
  bytes: 0,
  reasons: [],
  count: 1,
});
/** The rows of a batch, in which devices send in turn. */
const batchOf = (messages: Record<string, number>): LogRow[] => {
  let number = 0;
  return Object.entries(messages).flatMap(([name, count]) =>
    Array.from({ length: count }, () => rowOf(name, number++)),
  );
};
const sumOf = (rows: readonly LogRow[]) => rows.reduce((sum, { count }) => sum + count, 0);
const ofDevice = (rows: readonly LogRow[], name: string) =>
  rows.filter(({ deviceName }) => deviceName === name);

describe('the rows of a batch', () => {
  it('are all kept where there is room', () => {
    const rows = batchOf({ pump01: 3, pump02: 2 });
    expect(fairShares(rows, 5)).toEqual({ kept: rows, unshown: 0 });
  });

  it('of a loud device leave room for those of others, and say how many messages they stand for', () => {
    const { kept, unshown } = fairShares(batchOf({ loud: 1_000, quiet: 1, some: 3 }), 10);
    expect(unshown).toBe(0);
    expect(['quiet', 'some', 'loud'].map((name) => ofDevice(kept, name).length)).toEqual([1, 3, 6]);
    expect(ofDevice(kept, 'loud').map(({ count }) => count)).toEqual([995, 1, 1, 1, 1, 1]);
    expect(ofDevice(kept, 'loud').at(-1)!._id).toBe('000999');
  });

  it('are of the devices that send least, if there is no room for a row of each', () => {
    const { kept, unshown } = fairShares(batchOf({ one: 5, two: 4, three: 1 }), 2);
    expect(kept.map(({ deviceName, count }) => [deviceName, count])).toEqual([
      ['three', 1],
      ['two', 4],
    ]);
    expect(unshown).toBe(5);
    expect(fairShares(batchOf({ one: 5 }), 0)).toEqual({ kept: [], unshown: 5 });
  });

  it('are never more than there is room for, and count every message', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{3}$/), fc.integer({ min: 1, max: 50 }), { maxKeys: 20 }),
        fc.integer({ min: 0, max: 200 }),
        (messages, most) => {
          const rows = batchOf(messages);
          const { kept, unshown } = fairShares(rows, most);
          expect(kept.length).toBeLessThanOrEqual(Math.max(most, 0));
          expect(kept.length).toBe(Math.min(most, rows.length));
          expect(sumOf(kept) + unshown).toBe(rows.length);
        },
      ),
    );
  });
});
