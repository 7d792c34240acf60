import { expect, it } from '@jest/globals';
import { CROSSING_EVERY, SET_POINT, crosses, nextStretch, seqOf, valueOf } from './crossings.ts';

const upTo = Array.from({ length: 200_000 }, (_, seq) => seq);

it('the number of a reading is recovered from its value', () => {
  expect(upTo.find((seq) => seqOf(valueOf(seq)) !== seq)).toBeUndefined();
});

it('readings cross the set point upwards exactly at the announced numbers', () => {
  const isAbove = (seq: number) => valueOf(seq) > SET_POINT;
  const wrong = upTo.find((seq) => crosses(seq) !== (isAbove(seq) && (seq === 0 || !isAbove(seq - 1))));
  expect(wrong).toBeUndefined();
});

it('a stretch begins below the set point', () => {
  expect([0, 1, CROSSING_EVERY].map(nextStretch)).toEqual([0, CROSSING_EVERY, CROSSING_EVERY]);
  expect(valueOf(nextStretch(33))).toBeLessThan(SET_POINT);
});
