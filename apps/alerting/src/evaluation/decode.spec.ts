import { describe, expect, it } from '@jest/globals';
import { aReading } from '@telemon/testing/builders';
import fc from 'fast-check';
import { decode } from './decode.ts';

describe('a message of telemetry.readings', () => {
  it('is decoded to its readings', () => {
    const readings = [aReading(), aReading()];
    expect(decode(Buffer.from(JSON.stringify(readings)))).toEqual(readings);
  });

  it.each([
    ['nothing', null],
    ['no JSON', Buffer.from('{')],
    ['no list', Buffer.from('{}')],
    ['a list without readings', Buffer.from('[null, 1]')],
    ['a reading without its values', Buffer.from(JSON.stringify([{ ...aReading(), current: null }]))],
    ['nested 100,000 levels deep', Buffer.from('['.repeat(100_000))],
  ])('is rejected if it is %s', (_, value) => {
    expect(decode(value)).toBeNull();
  });

  it('never throws, for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decode(Buffer.from(bytes))));
    fc.assert(fc.property(fc.json(), (text) => void decode(Buffer.from(text))));
  });
});
