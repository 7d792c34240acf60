import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { Days } from '../latest/days.ts';
import { Retention } from './retention.ts';

const NOW = Date.UTC(2026, 10, 25, 14, 30);
const retentionOf = (keptDays?: number, zone = 'UTC') =>
  new Retention({ READINGS_KEPT_DAYS: keptDays }, new Days({ TIMEZONE: zone }));

describe('the time for which readings are kept', () => {
  it('has no end by default', () => {
    expect(retentionOf().keptFrom(NOW)).toBe(0);
    expect(retentionOf().removableBefore(NOW)).toBe(0);
    expect(retentionOf().isOver(0, NOW)).toBe(false);
  });

  it('begins at a midnight of the installation, and whole days of UTC before it are removed', () => {
    const retention = retentionOf(30, 'America/New_York');
    expect(new Date(retention.keptFrom(NOW)).toISOString()).toBe('2026-10-26T04:00:00.000Z');
    expect(new Date(retention.removableBefore(NOW)).toISOString()).toBe('2026-10-26T00:00:00.000Z');
  });

  it('keeps at least as many days as are set, at most one day more, and removes nothing that is shown', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Paris',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'America/St_Johns',
    );
    const ago = fc.integer({ min: 0, max: 5 * 365 * 24 * 60 });
    fc.assert(
      fc.property(zone, ago, fc.integer({ min: 2, max: 800 }), (name, minutes, keptDays) => {
        const now = NOW - minutes * 60_000;
        const retention = retentionOf(keptDays, name);
        const [shown, removed] = [retention.keptFrom(now), retention.removableBefore(now)];
        expect(now - shown).toBeGreaterThanOrEqual(keptDays * DAY_MS);
        // A day in which the clock is put back has 25 hours.
        expect(now - shown).toBeLessThan((keptDays + 1) * DAY_MS + 2 * HOUR_MS);
        expect(removed).toBeLessThanOrEqual(shown);
        expect(shown - removed).toBeLessThan(DAY_MS);
        expect(removed % DAY_MS).toBe(0);
      }),
    );
  });

  it('ends at midnight also after the clocks were put back', () => {
    const retention = retentionOf(2, 'Europe/Paris');
    const keptAt = (now: string) => new Date(retention.keptFrom(Date.parse(now))).toISOString();
    expect(keptAt('2026-10-26T22:59:59.999Z')).toBe('2026-10-23T22:00:00.000Z');
    expect(keptAt('2026-10-26T23:00:00.000Z')).toBe('2026-10-24T22:00:00.000Z');
  });

  it('is over for an older timestamp, unless that is so old that the arrival time replaces it', () => {
    const retention = retentionOf(30);
    const edge = retention.keptFrom(NOW);
    expect([edge - 1, edge, NOW, null].map((at) => retention.isOver(at, NOW))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(retention.isOver(NOW - 400 * DAY_MS, NOW)).toBe(true);
    expect(retention.isOver(NOW - 400 * DAY_MS - 1, NOW)).toBe(false);
  });
});
