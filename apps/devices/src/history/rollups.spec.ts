import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS } from '@telemon/contracts/durations';
import { StoredReading } from '../stored-readings/stored-reading.ts';
import { QUARTER_MS, Rollups } from './rollups.ts';

const DAY = Date.UTC(2026, 10, 25);

const value = fc.option(fc.integer({ min: -4_000, max: 9_000 }).map((hundredths) => hundredths / 100));
const four = fc.array(value, { minLength: 4, maxLength: 4 });
const readings = fc
  .array(
    fc.record({
      timestamp: fc.integer({ min: DAY, max: DAY + DAY_MS - 1 }),
      current: four,
      minimum: four,
      maximum: four,
      rain: value,
    }),
    { maxLength: 60 },
  )
  .map((values) =>
    values
      .map((each) => Object.assign(new StoredReading(), each))
      .sort((one, other) => one.timestamp - other.timestamp),
  );

const addAll = (rollups: Rollups, all: readonly StoredReading[]): Rollups => {
  for (const reading of all) rollups.add(reading);
  return rollups;
};

describe('the roll-ups of a day', () => {
  it('equal a plain count of each quarter, also when they are unpacked', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const packed = addAll(Rollups.ofDay(DAY), all).pack();
        const rollups = Rollups.ofDay(DAY, packed);
        const { readings: counts, rain } = rollups;
        for (let place = 0; place < DAY_MS / QUARTER_MS; place++) {
          const start = DAY + place * QUARTER_MS;
          const ofQuarter = all.filter(
            ({ timestamp }) => timestamp >= start && timestamp < start + QUARTER_MS,
          );
          expect(counts[place]).toBe(ofQuarter.length);
          const fallen = ofQuarter.flatMap((each) => each.rain ?? []);
          if (fallen.length === 0) expect(rain[place]).toBeNull();
          else
            expect(rain[place]).toBeCloseTo(
              fallen.reduce((sum, each) => sum + each, 0),
              6,
            );
          for (const channel of [3, 1, 0, 2]) {
            const known = ofQuarter.filter(({ current }) => current[channel] !== null);
            const interval = rollups.ofChannel(channel)[place]!;
            if (known.length === 0) {
              expect(interval).toBeNull();
              continue;
            }
            const values = known.map(({ current }) => current[channel]!);
            const [low, high] = [Math.min(...values), Math.max(...values)];
            expect(interval).toMatchObject({
              count: known.length,
              low,
              lowAt: known[values.indexOf(low)]!.timestamp,
              high,
              highAt: known[values.indexOf(high)]!.timestamp,
            });
            expect(interval!.sum).toBeCloseTo(
              values.reduce((sum, each) => sum + each, 0),
              6,
            );
            const sent = known.flatMap(({ minimum }) => minimum[channel] ?? []);
            expect(interval!.sentLow).toBe(sent.length === 0 ? null : Math.min(...sent));
          }
        }
      }),
    );
  });

  it('forget an hour whose readings are added anew', () => {
    fc.assert(
      fc.property(readings, fc.integer({ min: 0, max: 23 }), (all, hour) => {
        const [from, to] = [DAY + hour * 3_600_000, DAY + (hour + 1) * 3_600_000];
        const rollups = addAll(Rollups.ofDay(DAY), all);
        rollups.clear(from, to);
        addAll(
          rollups,
          all.filter(({ timestamp }) => timestamp >= from && timestamp < to),
        );
        expect(rollups.pack()).toEqual(addAll(Rollups.ofDay(DAY), all).pack());
      }),
    );
  });
});
