import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Days } from './days.ts';
import { HalfHours } from './half-hours.ts';
import { firstSensorOf } from './latest-view.ts';
import { Latest, type Values } from './latest.ts';

const NONE = [null, null, null, null];
const paris = new Days({ TIMEZONE: 'Europe/Paris' });
const values = (first: number | null, others: Partial<Values> = {}): Values => ({
  current: [first, null, null, null],
  minimum: NONE,
  maximum: NONE,
  average: NONE,
  ...others,
});
const at = (iso: string) => Date.parse(iso);
const folded = (readings: [number, number | null, Partial<Values>?][], days = paris) => {
  const latest = new Latest(1);
  for (const [timestamp, first, others] of readings) {
    latest.fold(values(first, others), { timestamp, receivedAt: timestamp + 1_000 }, days);
  }
  return latest;
};

describe('the latest values', () => {
  it('are the newest of each channel by timestamp, not by arrival', () => {
    const latest = folded([
      [at('2026-11-21T10:00:00Z'), 20],
      [at('2026-11-21T10:01:00Z'), null, { current: [null, 5, null, null], battery: 3.7 }],
      [at('2026-11-21T09:59:00Z'), 99, { battery: 1 }],
    ]);
    expect(latest.channels.map((channel) => channel?.current)).toEqual([20, 5, undefined, undefined]);
    expect(latest.said.battery?.value).toBe(3.7);
    expect(latest.newest).toBe(at('2026-11-21T10:01:00Z'));
    expect(latest.lastUpdated).toBe(at('2026-11-21T10:01:01Z'));
  });

  it('do not depend on the order of arrival', () => {
    const start = at('2026-11-21T08:00:00Z');
    const reading = fc.tuple(
      fc.integer({ min: 0, max: 12 * 3_600_000 }).map((offset) => start + offset),
      fc.option(fc.integer({ min: -100, max: 100 })),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(reading, { selector: ([timestamp]) => timestamp, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (readings, random) => {
          const shuffled = readings.map((each) => ({ each, place: random.next().value as number }));
          shuffled.sort((one, other) => one.place - other.place);
          const [clean, other] = [folded(readings), folded(shuffled.map(({ each }) => each))];
          const seen = (latest: Latest) => ({
            channels: latest.channels,
            newest: latest.newest,
            lastUpdated: latest.lastUpdated,
            first: firstSensorOf(latest),
            line: latest.halfHours.line(start + 12 * 3_600_000),
          });
          expect(seen(other)).toEqual(seen(clean));
        },
      ),
    );
  });

  it('remember which messages they include, and recognise a new topic', () => {
    const latest = folded([[at('2026-11-21T10:00:00Z'), 20]]);
    latest.partition = 0;
    latest.offset = 500;
    expect(latest.hasFolded(0, 500, latest.lastUpdated)).toBe(true);
    expect(latest.hasFolded(0, 501, latest.lastUpdated)).toBe(false);
    expect(latest.hasFolded(1, 400, latest.lastUpdated)).toBe(false);
    expect(latest.hasFolded(0, 3, latest.lastUpdated + 1)).toBe(false);
  });
});

describe("a day's minimum, maximum and average", () => {
  it("begin anew at midnight in the installation's time zone, also in summer time", () => {
    const latest = folded([
      [at('2026-07-01T21:59:00Z'), 50], // 23:59 in Paris
      [at('2026-07-01T22:00:00Z'), 10], // midnight
      [at('2026-07-01T22:01:00Z'), 20],
    ]);
    expect(firstSensorOf(latest)).toEqual({ minimum: 10, maximum: 20, average: 15 });
    expect(latest.totalsOf(at('2026-07-01T21:00:00Z'))?.average(0)).toBe(50);
  });

  it('cover a day of 23 and of 25 hours', () => {
    const spring = paris.of(at('2026-03-29T12:00:00Z'));
    const autumn = paris.of(at('2026-10-25T12:00:00Z'));
    expect([spring, autumn].map(({ start, end }) => (end - start) / 3_600_000)).toEqual([23, 25]);
  });

  it('include a late reading of the same day and of the day before', () => {
    const latest = folded([
      [at('2026-11-20T12:00:00Z'), 1],
      [at('2026-11-21T12:00:00Z'), 5],
      [at('2026-11-21T11:00:00Z'), 7],
      [at('2026-11-20T13:00:00Z'), 3],
    ]);
    expect(firstSensorOf(latest)).toEqual({ minimum: 5, maximum: 7, average: 6 });
    expect(latest.totalsOf(at('2026-11-20T12:30:00Z'))?.average(0)).toBe(2);
  });

  it('are null for a day that is not completely in memory', () => {
    const latest = folded([
      [at('2026-11-21T12:00:00Z'), 5],
      [at('2026-11-01T12:00:00Z'), 7],
    ]);
    expect(latest.totalsOf(at('2026-11-01T12:00:00Z'))).toBeNull();
  });

  it('come from the device if it sends them', () => {
    const sent = { minimum: [1, null, null, null], average: [2.5, null, null, null] };
    const latest = folded([
      [at('2026-11-21T11:00:00Z'), 9],
      [at('2026-11-21T12:00:00Z'), 5, sent],
    ]);
    expect(firstSensorOf(latest)).toEqual({ minimum: 1, maximum: 9, average: 2.5 });
  });
});

describe('the line of the last day', () => {
  const noon = at('2026-11-21T12:10:00Z');
  const HALF_HOUR = 30 * 60_000;

  it('has the mean of each half hour, oldest first, the present one last', () => {
    const line = new HalfHours();
    line.add(noon - HALF_HOUR, 10);
    line.add(noon - HALF_HOUR, 20);
    line.add(noon, 5);
    line.add(noon - 2 * HALF_HOUR, 1);
    expect(line.line(noon).slice(-4)).toEqual([null, 1, 15, 5]);
    expect(line.line(noon)).toHaveLength(48);
  });

  it('moves on without readings, and is empty after a day', () => {
    const line = new HalfHours();
    line.add(noon, 5);
    expect(line.line(noon + 3 * HALF_HOUR).slice(-5)).toEqual([null, 5, null, null, null]);
    expect(line.line(noon + 48 * HALF_HOUR)).toEqual([]);
    line.add(noon + 100 * HALF_HOUR, 7);
    expect(line.line(noon + 100 * HALF_HOUR).filter((value) => value !== null)).toEqual([7]);
  });

  it('ignores a value from before its beginning', () => {
    const line = new HalfHours();
    line.add(noon, 5);
    line.add(noon - 48 * HALF_HOUR, 100);
    expect(line.line(noon).filter((value) => value !== null)).toEqual([5]);
  });
});
