import { describe, expect, it } from '@jest/globals';
import { type AdjustmentRange, NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import fc from 'fast-check';
import { NONE, SentReading } from '../sent-reading.ts';
import { adjusted } from './adjustment.ts';
import { type CalibrationTable, calibrated } from './calibration-table.ts';
import { feedsOf, mapped } from './mapping.ts';
import { treat, treatmentOf } from './treat.ts';

/** Any value that a sensor, a table or a range may have. */
const value = fc.oneof(
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.constantFrom(1e15, -1e15, 0, Number.MIN_VALUE, -Number.MIN_VALUE, 0.1, 0.2),
);

const table = fc
  .uniqueArray(fc.tuple(value, value), { minLength: 2, maxLength: 60, selector: ([raw]) => raw + 0 })
  .map((rows) => tableOf(rows.sort(([one], [other]) => one - other)));

const tableOf = (rows: [number, number][]): CalibrationTable => ({
  raws: Float64Array.from(rows, ([raw]) => raw),
  values: Float64Array.from(rows, ([, each]) => each),
});

const range = fc.record({ from: value, to: value, value });

describe('a calibration table', () => {
  it('gives exactly a row’s value at the row', () => {
    fc.assert(
      fc.property(table, (each) => {
        for (const [row, raw] of each.raws.entries()) expect(calibrated(each, raw)).toBe(each.values[row]);
      }),
    );
  });

  it('is clamped at its ends', () => {
    fc.assert(
      fc.property(table, fc.double({ min: 0, noNaN: true }), (each, beyond) => {
        expect(calibrated(each, each.raws[0]! - beyond)).toBe(each.values[0]);
        expect(calibrated(each, each.raws.at(-1)! + beyond)).toBe(each.values.at(-1));
      }),
    );
  });

  it('gives a number between the values of the two rows beside it', () => {
    fc.assert(
      fc.property(table, value, (each, raw) => {
        const above = each.raws.findIndex((row) => row >= raw);
        fc.pre(above > 0);
        const [one, other] = [each.values[above - 1]!, each.values[above]!];
        const found = calibrated(each, raw);
        expect(Number.isFinite(found)).toBe(true);
        expect(found).toBeGreaterThanOrEqual(Math.min(one, other));
        expect(found).toBeLessThanOrEqual(Math.max(one, other));
      }),
    );
  });

  it('rises where its rows rise', () => {
    fc.assert(
      fc.property(table, value, value, (each, one, other) => {
        const rising = { raws: each.raws, values: each.values.toSorted() };
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(calibrated(rising, low)).toBeLessThanOrEqual(calibrated(rising, high));
      }),
    );
  });
});

describe('an adjustment', () => {
  it('adds the value of the first range that contains it, for any ranges', () => {
    fc.assert(
      fc.property(value, fc.array(range, { maxLength: 6 }), (x, ranges) => {
        const first = ranges.find(({ from, to }) => from <= x && x <= to);
        const found = adjusted(x, ranges);
        if (!first) expect(found).toBe(x);
        else {
          const wanted = Math.max(-1e15, Math.min(1e15, x + first.value));
          expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-14);
        }
      }),
    );
  });

  it('is clamped to the bound of any value', () => {
    const far: AdjustmentRange[] = [{ from: -1e15, to: 1e15, value: 1e15 }];
    expect(adjusted(5e14, far)).toBe(1e15);
    expect(adjusted(-5e14, [{ ...far[0]!, value: -1e15 }])).toBe(-1e15);
  });

  it('ignores a range that ends before it begins', () => {
    expect(adjusted(5, [{ from: 10, to: 0, value: 1 }])).toBe(5);
  });
});

describe('a mapping', () => {
  const names = ['TC1', 'TC2', 'TC3', 'TC4'] as const;
  const all = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });

  it('that is a permutation neither loses nor adds a value', () => {
    fc.assert(
      fc.property(all, fc.tuple(value, value, value, value), (order, sent) => {
        const mapping = Object.fromEntries(names.map((name, sensor) => [name, names[order[sensor]!]]));
        const feeds = feedsOf({ ...NO_MAPPING, enabled: true, ...mapping });
        const fed = feeds ? mapped(sent, feeds) : sent;
        for (const [sensor, from] of order.entries()) expect(fed[sensor]).toBe(sent[from]);
        // A sort may leave 0 and -0 in either order: adding 0 turns -0 into 0.
        const sorted = (values: readonly (number | null)[]) =>
          values.map((each) => (each === null ? null : each + 0)).toSorted();
        expect(sorted(fed)).toEqual(sorted(sent));
      }),
    );
  });

  it('that is off, absent or the same as the default is null', () => {
    expect(feedsOf(undefined)).toBeNull();
    expect(feedsOf({ ...NO_MAPPING, enabled: false, TC1: 'TC2' })).toBeNull();
    expect(feedsOf({ ...NO_MAPPING, enabled: true, TC1: 'TC1' })).toBeNull();
  });
});

describe('treatment', () => {
  const sent = Object.assign(new SentReading(), {
    current: [1, 2, null, 4],
    battery: 3.7,
    rain: 0.2,
    seq: 9,
  });
  const doubling = tableOf([
    [0, 0],
    [10, 20],
  ]);

  it('keeps the sent values without settings', () => {
    const values = treat(sent, treatmentOf({ sensorIds: ['a', 'b', null, null] }), new Map());
    expect(values).toMatchObject({
      current: [1, 2, null, 4],
      minimum: NONE,
      raw: NONE,
      battery: 3.7,
      rain: 0.2,
    });
  });

  it('uses each sensor’s own table, and none where there is no sensor', () => {
    const settings = { sensorIds: ['a', 'b', null, null] };
    const values = treat(sent, treatmentOf(settings), new Map([['b', doubling]]));
    expect(values).toMatchObject({ current: [1, 4, null, 4], raw: [null, 2, null, null] });
  });

  it('adjusts only channels with a sensor', () => {
    const ranges = [{ from: 0, to: 10, value: 100 }];
    const settings = {
      sensorIds: ['a', null, null, null],
      sensorAdjustment: { ...NO_ADJUSTMENT, enabled: true, sensor1: ranges, sensor2: ranges },
    };
    expect(treat(sent, treatmentOf(settings), new Map()).current).toEqual([101, 2, null, 4]);
    const off = { ...settings, sensorAdjustment: { ...settings.sensorAdjustment, enabled: false } };
    expect(treat(sent, treatmentOf(off), new Map()).current).toEqual([1, 2, null, 4]);
  });

  it('gives only numbers within bounds, for any settings', () => {
    const channels = fc.tuple(...[0, 1, 2, 3].map(() => fc.option(value)));
    const names = fc.constantFrom('TC1', 'TC2', 'TC3', 'TC4');
    fc.assert(
      fc.property(
        channels,
        channels,
        channels,
        table,
        fc.array(range, { maxLength: 4 }),
        fc.record({ TC1: names, TC2: names }),
        (current, minimum, maximum, each, ranges, mapping) => {
          const reading = Object.assign(new SentReading(), { current, minimum, maximum });
          const treatment = treatmentOf({
            sensorIds: ['a', 'a', 'a', null],
            sensorMapping: { enabled: true, ...mapping } as never,
            sensorAdjustment: { ...NO_ADJUSTMENT, enabled: true, sensor1: ranges, sensor2: ranges },
          });
          const values = treat(reading, treatment, new Map([['a', each]]));
          for (const kind of ['current', 'minimum', 'maximum'] as const) {
            for (const one of values[kind]) expect(one === null || Math.abs(one) <= 1e15).toBe(true);
          }
          for (const [channel, low] of values.minimum.entries()) {
            const high = values.maximum[channel];
            if (channel < 3 && low !== null && high != null) expect(low).toBeLessThanOrEqual(high);
          }
        },
      ),
    );
  });
});
