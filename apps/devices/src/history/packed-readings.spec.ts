import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoredReading, ownChannels } from '../stored-readings/stored-reading.ts';
import { PackedReadings, keptMark, packReadings } from './packed-readings.ts';

const HOUR = Date.UTC(2026, 10, 25, 14);

const number = fc.oneof(
  fc.integer({ min: -40_000, max: 90_000 }).map((value) => value / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.constant(0),
);
const channels = fc.array(fc.option(number), { minLength: 4, maxLength: 4 });
const mark = fc.oneof(fc.nat(100_000), fc.integer({ min: 2 ** 47, max: 2 ** 48 - 1 }));
const reading = fc.record({
  timestamp: fc.integer({ min: HOUR, max: HOUR + 3_599_999 }),
  mark,
  receivedAt: fc.integer({ min: HOUR - 600_000, max: HOUR + 90_000_000 }),
  clockReplaced: fc.boolean(),
  isTest: fc.boolean(),
  current: channels,
  minimum: channels,
  maximum: channels,
  average: channels,
  raw: channels,
  battery: fc.option(number),
  rssi: fc.option(number),
  rain: fc.option(number),
});

const stored = (values: object): StoredReading => Object.assign(new StoredReading(), values);

describe('packed readings', () => {
  it('are the same when they are unpacked, but for the upper half of a fingerprint', () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 40 }), (values) => {
        const readings = values.map(stored).sort((one, other) => one.timestamp - other.timestamp);
        const kept = readings.map((each) => stored({ ...each, mark: keptMark(each.mark) }));
        const packed = new PackedReadings(packReadings(readings));
        expect(packed.slice()).toEqual(kept);
        const [from, to] = [HOUR + 600_000, HOUR + 1_800_000];
        expect(packed.between(from, to)).toEqual(
          kept.filter(({ timestamp }) => timestamp >= from && timestamp <= to),
        );
      }),
    );
  });

  it('of a device that sends three values a minute take at most ten bytes each', () => {
    const readings = Array.from({ length: 60 }, (_, minute) => {
      const each = new StoredReading();
      each.timestamp = HOUR + minute * 60_000 + ((minute * 37) % 50);
      each.receivedAt = each.timestamp + 10 + ((minute * 13) % 40);
      each.mark = 2 ** 47 + ((minute * 2_654_435_761) % 2 ** 46);
      const values = ownChannels(each, 'current');
      for (const channel of [0, 1, 2])
        values[channel] = Math.round(2_000 + 300 * Math.sin(minute / 9 + channel)) / 100;
      return each;
    });
    expect(packReadings(readings).length / 60).toBeLessThanOrEqual(10);
  });

  it('of a later version are refused', () => {
    expect(() => new PackedReadings(Buffer.from([2, 0]))).toThrow('version 2');
  });
});
