import { describe, expect, it } from '@jest/globals';
import { scaled, stepOfKey, stepped, within, zoomed } from './zoom.ts';

const MINUTE = 60_000;
const WHOLE: [number, number] = [0, 100 * MINUTE];
const part = (from: number, to: number): [number, number] => [
  Math.round(from * MINUTE),
  Math.round(to * MINUTE),
];

describe('a part of the chart', () => {
  it('is half as long one step closer, and twice one step farther', () => {
    expect(stepped(WHOLE, 'closer', WHOLE)).toEqual(part(25, 75));
    expect(stepped(part(40, 50), 'farther', WHOLE)).toEqual(part(35, 55));
  });

  it('moves by half of its length, and stays within the whole', () => {
    expect(stepped(part(40, 60), 'later', WHOLE)).toEqual(part(50, 70));
    expect(stepped(part(5, 25), 'earlier', WHOLE)).toEqual(part(0, 20));
    expect(stepped(part(85, 95), 'later', WHOLE)).toEqual(part(90, 100));
  });

  it('is the whole where it would be longer, and never shorter than a minute', () => {
    expect(stepped(part(10, 70), 'farther', WHOLE)).toBeNull();
    expect(stepped(part(10, 70), 'whole', WHOLE)).toBeNull();
    expect(within([5 * MINUTE, 5 * MINUTE + 1_000], WHOLE)).toEqual(part(5, 6));
  });

  it('of 31 days is 30 days long at most, as long as the calls take, or the whole', () => {
    const DAY = 24 * 60;
    const month: [number, number] = [0, 31 * DAY * MINUTE];
    const longest = part(DAY, 31 * DAY);
    expect(zoomed(month, 0.99, month)).toEqual(part(0.845 * DAY, 30.845 * DAY));
    expect(within(part(0, 30.5 * DAY), month)).toEqual(part(0.5 * DAY, 30.5 * DAY));
    expect(within(longest, month)).toEqual(longest);
    expect(zoomed(longest, 1.001, month)).toBeNull();
    expect(stepped(part(5 * DAY, 21 * DAY), 'farther', month)).toBeNull();
    expect(stepped(part(5 * DAY, 20 * DAY), 'farther', month)).toEqual(part(0, 30 * DAY));
    expect(stepped(longest, 'earlier', month)).toEqual(part(0, 30 * DAY));
    expect(stepped(month, 'later', month)).toBeNull();
  });

  it('keeps the instant under the pointer where it is', () => {
    expect(scaled(part(0, 100), 0.5, 20 * MINUTE)).toEqual(part(10, 60));
  });

  it('is chosen by keys', () => {
    const step = (key: string, shiftKey = false) => stepOfKey({ key, shiftKey });
    expect(['+', '-', '0', 'Escape'].map((key) => step(key))).toEqual([
      'closer',
      'farther',
      'whole',
      'whole',
    ]);
    expect([step('ArrowLeft', true), step('ArrowRight', true)]).toEqual(['earlier', 'later']);
    expect([step('ArrowLeft'), step('a')]).toEqual([null, null]);
  });
});
