import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { readingId } from './reading-id.ts';
import { fromBytes, toDocument } from './stored-reading.ts';

const KEY = 7;
const NONE = [null, null, null, null];
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const maybe = fc.option(fc.oneof(number, fc.integer()));
const channels = fc.tuple(maybe, maybe, maybe, maybe);

describe('a stored reading', () => {
  it('is read from its bytes as it was written', () => {
    fc.assert(
      fc.property(
        fc.tuple(channels, channels, channels, channels, channels, maybe, maybe, maybe),
        fc.integer({ min: 1, max: 2 ** 41 }),
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
        fc.boolean(),
        fc.boolean(),
        (
          [current, minimum, maximum, average, raw, battery, rssi, rain],
          timestamp,
          mark,
          delay,
          clockReplaced,
          isTest,
        ) => {
          const values = { current, minimum, maximum, average, raw, battery, rssi, rain };
          const rest = { timestamp, receivedAt: timestamp + delay, clockReplaced, isTest };
          const document = toDocument({ id: readingId(KEY, timestamp, mark), values, ...rest });
          const bytes = Buffer.from(BSON.serialize(document));
          expect({ ...fromBytes(bytes) }).toEqual({ ...values, ...rest, mark });
        },
      ),
    );
  });

  it('takes few bytes', () => {
    const none = { minimum: NONE, maximum: NONE, average: NONE, raw: NONE };
    const document = toDocument({
      id: readingId(KEY, 1_000_000, 17),
      values: { current: [20.1, 4.2, 51.3, null], ...none, battery: null, rssi: null, rain: null },
      timestamp: 1_000_000,
      receivedAt: 1_000_040,
      clockReplaced: false,
      isTest: false,
    });
    expect(BSON.calculateObjectSize(document)).toBeLessThanOrEqual(75);
  });
});
