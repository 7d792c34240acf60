import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Schedule, lastBefore, nextAfter } from './schedule.ts';

/** With clocks that change on both halves of the earth, by an hour and by half of one, at midnight and by day, and never. */
const ZONES = [
  'UTC',
  'Europe/Paris',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'Asia/Beirut',
];
const BEGIN = Date.parse('2024-01-01T00:00:00Z');
const END = Date.parse('2029-01-01T00:00:00Z');

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
  ]),
);
/** The wall clock of a zone, such as 2026-03-29 03:00:00. */
const shownIn = (zone: string, instant: number) => formats.get(zone)!.format(instant);
const at = (text: string) => Date.parse(text);

const zones = fc.constantFrom(...ZONES);
const hour = fc.integer({ min: 0, max: 23 });
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ frequency: fc.constant('Weekly' as const), day: fc.integer({ min: 1, max: 7 }), hour }),
  fc.record({ frequency: fc.constant('Monthly' as const), day: fc.integer({ min: 1, max: 30 }), hour }),
);

/** All planned instants of five years. */
const allOf = (schedule: Schedule, zone: string): number[] => {
  const all: number[] = [];
  for (let due = nextAfter(schedule, zone, BEGIN); due < END; due = nextAfter(schedule, zone, due))
    all.push(due);
  return all;
};

const lastDayOf = (date: string): number => {
  const [year, month] = date.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate();
};

/** The calendar days of five years, `yyyy-MM-dd`. */
const DAYS = Array.from({ length: (END - BEGIN) / 86_400_000 + 2 }, (_, number) =>
  new Date(BEGIN + (number - 1) * 86_400_000).toISOString().slice(0, 10),
);
const isWanted = ({ frequency, day }: Schedule, date: string): boolean =>
  frequency === 'Weekly'
    ? (new Date(date).getUTCDay() || 7) === day
    : Number(date.slice(8)) === Math.min(day, lastDayOf(date));

describe('planned reports', () => {
  it('come once on each planned day of five years and on no other, in every zone', () => {
    fc.assert(
      fc.property(zones, schedules, (zone, schedule) => {
        const days = allOf(schedule, zone).map((due) => shownIn(zone, due).slice(0, 10));
        const first = shownIn(zone, BEGIN).slice(0, 10);
        const last = shownIn(zone, END).slice(0, 10);
        const wanted = DAYS.filter((date) => date > first && date < last && isWanted(schedule, date));
        // The days at both ends depend on the hour.
        expect(days.filter((date) => date > first && date < last)).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  it('come at the hour that the clock of the zone shows, or at the moment in which clocks skip it', () => {
    fc.assert(
      fc.property(zones, schedules, (zone, schedule) => {
        const wanted = `${String(schedule.hour).padStart(2, '0')}:00:00`;
        for (const due of allOf(schedule, zone)) {
          const shown = shownIn(zone, due).slice(11);
          if (shown === wanted) continue;
          expect(shown > wanted).toBe(true);
          // A millisecond before, the hour had not come.
          const before = shownIn(zone, due - 1);
          expect(before.slice(11) < wanted || before.slice(0, 10) !== shownIn(zone, due).slice(0, 10)).toBe(
            true,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('follow each other from every instant', () => {
    fc.assert(
      fc.property(zones, schedules, fc.integer({ min: BEGIN, max: END }), (zone, schedule, instant) => {
        const next = nextAfter(schedule, zone, instant);
        const last = lastBefore(schedule, zone, instant);
        expect(next).toBeGreaterThan(instant);
        expect(last).toBeLessThan(instant);
        expect(nextAfter(schedule, zone, next - 1)).toBe(next);
        expect(lastBefore(schedule, zone, last + 1)).toBe(last);
        // Nothing is between the two, unless it is the instant itself.
        expect([next, instant]).toContain(nextAfter(schedule, zone, last));
        expect([last, instant]).toContain(lastBefore(schedule, zone, next));
      }),
    );
  });

  it('come on the last day of a month that lacks the day, in leap years too', () => {
    const schedule = { frequency: 'Monthly', day: 30, hour: 6 } as const;
    expect(nextAfter(schedule, 'UTC', at('2027-02-01T00:00:00Z'))).toBe(at('2027-02-28T06:00:00Z'));
    expect(nextAfter(schedule, 'UTC', at('2028-02-01T00:00:00Z'))).toBe(at('2028-02-29T06:00:00Z'));
    expect(nextAfter(schedule, 'UTC', at('2027-01-01T00:00:00Z'))).toBe(at('2027-01-30T06:00:00Z'));
  });

  it('come once where clocks are put back over their hour: at the first of both', () => {
    const schedule = { frequency: 'Weekly', day: 7, hour: 2 } as const;
    const due = nextAfter(schedule, 'Europe/Paris', at('2026-10-24T00:00:00Z'));
    expect(due).toBe(at('2026-10-25T00:00:00Z'));
    expect(nextAfter(schedule, 'Europe/Paris', due)).toBe(at('2026-11-01T01:00:00Z'));
  });

  it('come where clocks are put forward over their hour: in that moment', () => {
    const schedule = { frequency: 'Weekly', day: 7, hour: 2 } as const;
    expect(nextAfter(schedule, 'Europe/Paris', at('2026-03-28T00:00:00Z'))).toBe(at('2026-03-29T01:00:00Z'));
    const halfAnHour = nextAfter(schedule, 'Australia/Lord_Howe', at('2026-10-03T00:00:00Z'));
    expect(shownIn('Australia/Lord_Howe', halfAnHour)).toBe('2026-10-04 02:30:00');
  });
});
