import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { midnightOf, startOfDay, startOfMonth, startOfWeek } from './calendar.ts';

const at = (text: string) => Date.parse(text);

describe('the installation’s calendar', () => {
  it('begins a day at midnight of the zone, not of UTC', () => {
    expect(startOfDay('Europe/Paris', at('2026-01-15T22:30:00Z'))).toBe(at('2026-01-14T23:00:00Z'));
    expect(startOfDay('Europe/Paris', at('2026-01-15T23:30:00Z'))).toBe(at('2026-01-15T23:00:00Z'));
    expect(startOfDay('Asia/Kolkata', at('2026-01-15T18:29:00Z'))).toBe(at('2026-01-14T18:30:00Z'));
  });

  it('has days of 23 and 25 hours where clocks change', () => {
    const length = (day: string) =>
      (startOfDay('Europe/Paris', at(day), 1) - startOfDay('Europe/Paris', at(day))) / 3_600_000;
    expect(length('2026-03-29T12:00:00Z')).toBe(23);
    expect(length('2026-10-25T12:00:00Z')).toBe(25);
    expect(length('2026-06-01T12:00:00Z')).toBe(24);
  });

  it('begins weeks on Monday and months on the first', () => {
    expect(startOfWeek('UTC', at('2026-11-22T10:00:00Z'))).toBe(at('2026-11-16T00:00:00Z'));
    expect(startOfMonth('America/New_York', at('2026-03-31T23:00:00Z'))).toBe(at('2026-03-01T05:00:00Z'));
    expect(startOfMonth('America/New_York', at('2026-12-31T23:00:00Z'), 1)).toBe(at('2027-01-01T05:00:00Z'));
    expect(startOfMonth('UTC', at('2026-01-31T23:00:00Z'), 1)).toBe(at('2026-02-01T00:00:00Z'));
  });

  it('finds the midnight of a date, and returns NaN if it is not a date', () => {
    expect(midnightOf('Europe/Paris', '2026-07-01')).toBe(at('2026-06-30T22:00:00Z'));
    expect(midnightOf('Europe/Paris', '2026-13-01')).toBeNaN();
  });

  it('begins a day when its clocks skip midnight, and not an hour before', () => {
    const skipped = at('2026-09-06T04:00:00Z');
    expect(midnightOf('America/Santiago', '2026-09-06')).toBe(skipped);
    expect(startOfDay('America/Santiago', skipped - 1)).toBe(at('2026-09-05T04:00:00Z'));
    expect(startOfDay('America/Santiago', skipped - 1, 1)).toBe(skipped);
    expect(startOfDay('America/Santiago', skipped)).toBe(skipped);
    // Midnight comes once, an hour after the clocks are put back from it.
    expect(midnightOf('America/Santiago', '2026-04-05')).toBe(at('2026-04-05T04:00:00Z'));
    expect(midnightOf('America/Havana', '2026-11-01')).toBe(at('2026-11-01T04:00:00Z'));
  });

  it('puts every instant inside the day that it begins, in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: at('2012-01-01'), max: at('2040-01-01') });
    const quarters = fc.integer({ min: -8, max: 8 });
    fc.assert(
      fc.property(zones, instants, quarters, (zone, near, quarter) => {
        // Clocks change near midnight, if at all.
        const instant = startOfDay(zone, near) + quarter * 900_000;
        const [start, end] = [startOfDay(zone, instant), startOfDay(zone, instant, 1)];
        expect(start).toBeLessThanOrEqual(instant);
        expect(end).toBeGreaterThan(instant);
        expect(startOfDay(zone, end)).toBe(end);
        expect(startOfDay(zone, end - 1)).toBe(start);
      }),
      { numRuns: 500 },
    );
  });
});
