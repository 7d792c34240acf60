import { describe, expect, it } from '@jest/globals';
import {
  type EndpointState,
  MOST_OUTAGES,
  afterOutages,
  hearEndpoint,
  lostBetween,
} from './endpoint-outages.ts';

const OUTAGES = [
  { from: 100, to: 200 },
  { from: 300, to: 400 },
];

describe('a time without the outages of an endpoint', () => {
  it.each([
    ['before both', 0, 99, 99],
    ['up to the first', 0, 100, 100],
    ['through the first', 0, 101, 201],
    ['from within the first', 150, 50, 250],
    ['through both', 50, 200, 450],
    ['after both', 400, 10, 410],
  ])('%s, ends at its time', (_, beginning, ms, end) => {
    expect(afterOutages(OUTAGES, beginning, ms)).toBe(end);
    expect(end - beginning - lostBetween(OUTAGES, beginning, end)).toBe(ms);
  });
});

describe('the outages that are kept', () => {
  it('are limited, and a time with older ones ends later, never earlier', () => {
    const state: EndpointState = { newest: 0, outages: [] };
    const all: EndpointState['outages'] = [];
    for (let minute = 1; minute <= 3 * MOST_OUTAGES; minute++) {
      all.push({ from: state.newest, to: minute * 60_000 });
      hearEndpoint(state, minute * 60_000);
      hearEndpoint(state, minute * 60_000 + 10_000);
    }
    expect(state.outages).toHaveLength(MOST_OUTAGES);
    for (const beginning of [0, 60_000, 100 * 60_000, 290 * 60_000])
      expect(afterOutages(state.outages, beginning, 30_000)).toBeGreaterThanOrEqual(
        afterOutages(all, beginning, 30_000),
      );
    expect(state.outages.slice(1)).toEqual(all.slice(1 - MOST_OUTAGES));
  });
});
