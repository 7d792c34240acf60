import { expect, it } from '@jest/globals';
import { firingsOf } from './hold-reference.ts';

const RULE = { setPoint: 100, clearAt: 50, holdMs: 2_000 };

/** Readings with these values, a second apart. */
const each = (...values: number[]) => values.map((value, seq) => ({ seq, value, at: seq * 1_000 }));

it('a peak that is shorter than the hold time makes no firing', () => {
  expect(firingsOf(each(1, 101, 1, 101, 1), RULE)).toEqual([]);
});

it('a firing has the end of the hold time, and the last reading before it', () => {
  expect(firingsOf(each(1, 101, 102, 103, 104), RULE)).toMatchObject([
    { first: { seq: 1 }, at: 3_000, seq: 2, cleared: null },
  ]);
});

it('the first reading after the hold time may be normal, and clears the alert at once', () => {
  expect(firingsOf(each(101, 101, 1), RULE)).toMatchObject([{ at: 2_000, seq: 1, cleared: { seq: 2 } }]);
});

it('between the clear threshold and the set point, the alert neither clears nor fires again', () => {
  expect(firingsOf(each(101, 101, 101, 75, 101, 75, 101, 101, 50, 101), RULE)).toMatchObject([
    { at: 2_000, seq: 1, cleared: { seq: 8 } },
  ]);
});
