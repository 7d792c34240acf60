import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fingerprint, firstIdFrom, lastIdUpTo, markOfSeq, readingId } from './reading-id.ts';

const key = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const timestamp = fc.integer({ min: 0, max: 2 ** 42 });
const mark = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('the id of a reading', () => {
  it('orders readings by device, then by time', () => {
    fc.assert(
      fc.property(key, timestamp, mark, key, timestamp, mark, (key1, time1, mark1, key2, time2, mark2) => {
        const order = Buffer.compare(readingId(key1, time1, mark1), readingId(key2, time2, mark2));
        expect(order).toBe(Math.sign(key1 - key2) || Math.sign(time1 - time2) || Math.sign(mark1 - mark2));
      }),
    );
  });

  it('lies within the range of its time, and within no other', () => {
    fc.assert(
      fc.property(key, timestamp, mark, (device, time, itself) => {
        const id = readingId(device, time, itself);
        expect(Buffer.compare(firstIdFrom(device, time), id)).toBeLessThanOrEqual(0);
        expect(Buffer.compare(lastIdUpTo(device, time), id)).toBeGreaterThanOrEqual(0);
        expect(Buffer.compare(firstIdFrom(device, time + 1), id)).toBe(1);
      }),
    );
  });

  it('contains a sequence number that fits as it is, and a fingerprint of any other', () => {
    expect(markOfSeq(17)).toBe(17);
    expect(markOfSeq(2 ** 47)).toBeGreaterThanOrEqual(2 ** 47);
    expect(markOfSeq(-1)).toBeGreaterThanOrEqual(2 ** 47);
    expect(markOfSeq(-1)).not.toBe(markOfSeq(-2));
  });

  it('has another fingerprint for every value', () => {
    const marks = new Set<number>();
    for (let value = 0; value < 100_000; value++) {
      const fingerprint = new Fingerprint();
      fingerprint.addNumber(value / 10);
      fingerprint.addNumber(20.5);
      marks.add(fingerprint.mark());
    }
    expect(marks.size).toBe(100_000);
    expect(Math.min(...[...marks].slice(0, 1_000))).toBeGreaterThanOrEqual(2 ** 47);
    expect(Math.max(...[...marks].slice(0, 1_000))).toBeLessThan(2 ** 48);
  });

  it('has the same fingerprint for 0 and -0, and another for another order of values', () => {
    const of = (...values: number[]) => {
      const fingerprint = new Fingerprint();
      for (const value of values) fingerprint.addNumber(value);
      return fingerprint.mark();
    };
    expect(of(0)).toBe(of(-0));
    expect(of(1, 2)).toBe(of(1, 2));
    expect(of(1, 2)).not.toBe(of(2, 1));
  });
});
