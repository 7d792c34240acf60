import { describe, expect, it } from '@jest/globals';
import { Periods } from './period.ts';

describe('the period of a limit', () => {
  it.each([
    ['Daily', '2026-03-29T10:00:00Z', ['2026-03-29', '2026-03-29', '2026-03-29T22:00:00Z']],
    ['Weekly', '2026-11-22T10:00:00Z', ['2026-11-16', '2026-11-22', '2026-11-22T23:00:00Z']],
    ['Weekly', '2026-12-01T10:00:00Z', ['2026-11-30', '2026-12-06', '2026-12-06T23:00:00Z']],
    ['Monthly', '2026-06-30T22:30:00Z', ['2026-07-01', '2026-07-31', '2026-07-31T22:00:00Z']],
  ] as const)('%s at %s lasts from %s', (refresh, now, [first, last, end]) => {
    const period = new Periods('Europe/Paris', Date.parse(now)).of(refresh);
    expect(period).toMatchObject({ first, last, end: Date.parse(end) });
  });
});
