import { describe, expect, it } from '@jest/globals';
import { aReading } from '@telemon/testing/builders';
import fc from 'fast-check';
import { decode, heardIn } from './decode.ts';

describe('a heartbeat', () => {
  const offset = '7';
  const headers = (receivedAt?: string) => ({
    heartbeat: 'mqtt',
    ...(receivedAt !== undefined && { receivedAt }),
  });

  it('is distinguished from readings by its headers', () => {
    expect(heardIn({ offset, value: null, headers: headers('1795255200000') })).toEqual({
      offset: 7,
      readings: [],
      heartbeatAt: 1_795_255_200_000,
      isFresh: false,
      sources: ['mqtt'],
    });
    expect(heardIn({ offset, value: Buffer.from('[]'), headers: {} })).toMatchObject({ heartbeatAt: null });
  });

  it.each([
    ['a second after it was written is fresh', 1_000, true],
    ['an hour after it was written is not fresh', 3_600_000, false],
  ])('that is passed on %s', (_, later, isFresh) => {
    const [receivedAt, timestamp] = [1_795_255_200_000, 1_795_255_200_000 + later].map(String);
    expect(
      heardIn({ offset, value: null, headers: headers(receivedAt), timestamp: timestamp! }),
    ).toMatchObject({
      isFresh,
    });
  });

  it.each([
    ['mqtt', ['mqtt']],
    ['udp', ['udp']],
    ['of another version', ['mqtt', 'udp']],
  ])('%s is of the endpoints %p', (heartbeat, sources) => {
    expect(heardIn({ offset, value: null, headers: { ...headers('1'), heartbeat } })).toMatchObject({
      sources,
    });
  });

  it.each([undefined, '', 'now', 'Infinity'])('with the time %p is rejected', (receivedAt) => {
    expect(heardIn({ offset, value: null, headers: headers(receivedAt) })).toBeNull();
  });
});

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
    ['a reading of an unknown endpoint', Buffer.from(JSON.stringify([{ ...aReading(), source: 'http' }]))],
    ['nested 100,000 levels deep', Buffer.from('['.repeat(100_000))],
  ])('is rejected if it is %s', (_, value) => {
    expect(decode(value)).toBeNull();
  });

  it('never throws, for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decode(Buffer.from(bytes))));
    fc.assert(fc.property(fc.json(), (text) => void decode(Buffer.from(text))));
  });
});
