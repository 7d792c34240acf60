import { describe, expect, it } from '@jest/globals';
import { RecentEvents } from './recent-events.ts';

const audience = { managerId: 'm1', assistantIds: [] };
const filled = (count: number, most: number) => {
  const recent = new RecentEvents(most);
  for (let index = 0; index < count; index++)
    recent.add(audience, (number) => Buffer.from(`frame ${number}`));
  return recent;
};
const numbersAfter = (recent: RecentEvents, number: number) =>
  recent.knows(number) ? [...recent.after(number)].map((event) => event.number) : null;

describe('the newest events', () => {
  it('are given to a reader that reconnects, in order', () => {
    expect(numbersAfter(filled(5, 10), 2)).toEqual([3, 4, 5]);
    expect(numbersAfter(filled(5, 10), 0)).toEqual([1, 2, 3, 4, 5]);
    expect(numbersAfter(filled(25, 10), 20)).toEqual([21, 22, 23, 24, 25]);
  });

  it('are none for a reader that missed none', () => {
    expect(numbersAfter(filled(5, 10), 5)).toEqual([]);
    expect(numbersAfter(filled(0, 10), 0)).toEqual([]);
  });

  it('are unknown to a reader that was away too long', () => {
    expect(numbersAfter(filled(25, 10), 15)).toHaveLength(10);
    expect(numbersAfter(filled(25, 10), 14)).toBeNull();
  });

  it('are unknown to a reader from before a loss, but not to later ones', () => {
    const recent = filled(5, 10);
    recent.forget();
    expect(numbersAfter(recent, 5)).toBeNull();
    const { newestNumber } = recent;
    expect(numbersAfter(recent, newestNumber)).toEqual([]);
    recent.add(audience, () => Buffer.from('frame'));
    expect(numbersAfter(recent, newestNumber)).toEqual([newestNumber + 1]);
  });

  it('are unknown to a reader with an invalid number', () => {
    expect(numbersAfter(filled(5, 10), 6)).toBeNull();
    expect(numbersAfter(filled(5, 10), -1)).toBeNull();
  });
});
