import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { type Look, lookAfter } from './removal-clock.ts';

const NOW = Date.UTC(2026, 10, 25);
/** Looks every ten minutes for some hours, after the clock has leapt by `leapMs`. */
const goOn = (from: Look | null, hours: number, leapMs = 0): Look => {
  let look = lookAfter(from, (from?.at ?? NOW) + leapMs);
  for (let passes = 0; passes < hours * 6; passes++) look = lookAfter(look, look.at + 10 * MINUTE_MS);
  return look;
};
const isBelieved = ({ steadyMs }: Look) => steadyMs >= DAY_MS;

describe('the clock by which old readings are removed', () => {
  const steady = goOn(null, 24);

  it('is believed once it has gone for a day', () => {
    expect([goOn(null, 23), steady].map(isBelieved)).toEqual([false, true]);
  });

  it.each([
    ['ahead', 400 * DAY_MS],
    ['back', -2 * DAY_MS],
  ])('is not believed for a day after it leapt %s', (_, leapMs) => {
    const leapt = goOn(steady, 23, leapMs);
    expect([leapt, goOn(leapt, 1)].map(isBelieved)).toEqual([false, true]);
  });

  it('is not believed sooner because it leaps again', () => {
    let look = goOn(steady, 0, 30 * DAY_MS);
    for (let leaps = 0; leaps < 20; leaps++) look = goOn(look, 0, 23 * HOUR_MS);
    expect(isBelieved(look)).toBe(false);
  });

  it('is believed by an installation that is off at night', () => {
    let look = steady;
    for (let day = 0; day < 5; day++) {
      look = goOn(look, 10, 14 * HOUR_MS);
      expect(isBelieved(look)).toBe(true);
    }
  });
});
