import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { Arrival } from './arrival.ts';
import { readingId } from './reading-id.ts';
import { SentReading } from './sent-reading.ts';
import { treat, treatmentOf } from './treatment/treat.ts';
import { fromBytes, toDocument } from './stored-reading.ts';

const DEVICE = {
  name: 'pump01',
  key: 7,
  audience: { managerId: 'm1', assistantIds: [] },
  treatment: treatmentOf({}),
  login: '0'.repeat(16),
  endOfLogin: () => Number.POSITIVE_INFINITY,
  readAt: 0,
};
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
          const arrival = new Arrival(DEVICE, new SentReading(), timestamp + delay, 0, 'a', 0);
          Object.assign(arrival, {
            values,
            timestamp,
            clockReplaced,
            isTest,
            id: readingId(DEVICE.key, timestamp, mark),
          });
          const bytes = Buffer.from(BSON.serialize(toDocument(arrival)));
          expect({ ...fromBytes(bytes) }).toEqual({
            ...values,
            timestamp,
            mark,
            receivedAt: timestamp + delay,
            clockReplaced,
            isTest,
          });
        },
      ),
    );
  });

  it('takes few bytes', () => {
    const sent = Object.assign(new SentReading(), { current: [20.1, 4.2, 51.3, null] });
    const arrival = new Arrival(DEVICE, sent, 1_000_040, 0, 'a', 0);
    arrival.values = treat(sent, DEVICE.treatment, new Map());
    Object.assign(arrival, { timestamp: 1_000_000, id: readingId(7, 1_000_000, 17) });
    expect(BSON.calculateObjectSize(toDocument(arrival))).toBeLessThanOrEqual(75);
  });
});
