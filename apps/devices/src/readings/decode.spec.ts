import { describe, expect, it } from '@jest/globals';
import { POISON } from '@telemon/testing/poison';
import fc from 'fast-check';
import { decode } from './decode.ts';
import type { SentReading } from './sent-reading.ts';

const DEVICE = 'pump01';

const decoded = (payload: unknown, source: 'mqtt' | 'udp' = 'mqtt') => {
  const readings: SentReading[] = [];
  const bytes = Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const reason = decode({ payload: bytes, source, deviceName: DEVICE }, (reading) => readings.push(reading));
  return { readings, reason };
};
const one = (payload: unknown, source?: 'udp') => {
  const { readings, reason } = decoded(payload, source);
  expect(reason).toBeNull();
  expect(readings).toHaveLength(1);
  return readings[0]!;
};

describe('a payload is read', () => {
  it('from an object of values', () => {
    const sent = { TC1: 20.1, TC4: -3, TN2: 1, TM3: 2, TA4: 3, BATTERY: 3.7, RSSI: -71, RAIN: 0.2, seq: 17 };
    expect(one({ ...sent, SIMID: '8988', IMEI: 356_938_035_643_809 })).toMatchObject({
      current: [20.1, null, null, -3],
      minimum: [null, 1, null, null],
      maximum: [null, null, 2, null],
      average: [null, null, null, 3],
      battery: 3.7,
      rssi: -71,
      rain: 0.2,
      seq: 17,
      simId: '8988',
      imei: '356938035643809',
    });
  });

  it('from a list of them, in its order', () => {
    const { readings, reason } = decoded([{ TC1: 1 }, { TC1: 2 }]);
    expect(reason).toBeNull();
    expect(readings.map(({ current }) => current[0])).toEqual([1, 2]);
  });

  it('from the text form of UDP, but not over MQTT', () => {
    expect(one(`${DEVICE},TC1=20.1, TC2 = 4 ,seq=5`, 'udp')).toMatchObject({
      current: [20.1, 4, null, null],
      seq: 5,
    });
    expect(decoded(`${DEVICE},TC1=20.1`).reason).toBe('it is not JSON');
    expect(decoded(`other,TC1=20.1`, 'udp').reason).toBe('it names another device');
    expect(decoded(`${DEVICE},TC1`, 'udp').reason).toMatch(/neither JSON nor/);
    expect(decoded(DEVICE, 'udp').reason).toBe('it holds no values');
  });

  it('with values up to ±1e15, and none beyond', () => {
    expect(one({ TC1: 1e15, TC2: -1e15, TC3: '1e15' }).current).toEqual([1e15, -1e15, 1e15, null]);
    expect(decoded({ TC1: 1.1e15 }).reason).toBe("TC1 can't be read");
    expect(decoded({ TC1: -1.1e15 }).reason).toBe("TC1 can't be read");
  });

  it('with numbers as text', () => {
    expect(one({ TC1: '20.1', TC2: '-3e2', TC3: ' .5 ', seq: '12', BATTERY: '+3.7' })).toMatchObject({
      current: [20.1, -300, 0.5, null],
      seq: 12,
      battery: 3.7,
    });
  });

  it('with TN, TM and TA for the first sensor', () => {
    const { minimum, maximum, average } = one({ TC1: 5, TN: 1, TM: 9, TA: 4.5 });
    expect([minimum[0], maximum[0], average[0]]).toEqual([1, 9, 4.5]);
  });

  it('without null, empty and unknown fields', () => {
    expect(one({ TC1: 5, TC2: null, seq: '', firmware: '1.2', place: { lat: 1 } })).toMatchObject({
      current: [5, null, null, null],
      seq: null,
    });
  });

  it.each([
    ['2026-11-21T10:00:00Z', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21T10:00:00.250Z', Date.UTC(2026, 10, 21, 10, 0, 0, 250)],
    ['2026-11-21T12:00:00+02:00', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21T12:00:00+0200', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21 10:00', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    [1_795_255_200, 1_795_255_200_000],
    ['1795255200', 1_795_255_200_000],
    [1_795_255_200.5, 1_795_255_200_500],
    [1_795_255_200_123, 1_795_255_200_123],
    [0, 0],
  ])('with %p as its timestamp', (timestamp, expected) => {
    expect(one({ TC1: 1, timestamp }).timestamp).toBe(expected);
  });

  it('with the name of its device', () => {
    expect(one({ deviceId: DEVICE, TC1: 1 }).current[0]).toBe(1);
    expect(decoded({ deviceId: 'pump02', TC1: 1 }).reason).toBe('it names another device');
  });

  it('without its invalid readings, with the reason for each', () => {
    const { readings, reason } = decoded([{ TC1: 1 }, { TC1: 'warm' }, { TC1: 3 }]);
    expect(readings.map(({ current }) => current[0])).toEqual([1, 3]);
    expect(reason).toBe("reading 2: TC1 can't be read");
  });
});

describe('an invalid payload', () => {
  it.each(POISON.map(({ name, payload }) => [name, payload]))('is refused: %s', (_name, payload) => {
    for (const source of ['mqtt', 'udp'] as const) {
      const { readings, reason } = decoded(payload, source);
      expect(readings).toEqual([]);
      expect(reason).toEqual(expect.any(String));
    }
  });

  it.each([
    ['too many readings', JSON.stringify(Array(5_001).fill({ TC1: 1 }))],
    ['too many fields', JSON.stringify({ TC1: 1, ...Object.fromEntries(Array(64).fill(1).entries()) })],
    ['too deep', `{"TC1":1,"x":${'['.repeat(20)}${']'.repeat(20)}}`],
    ['too long', JSON.stringify({ TC1: 1, x: 'x'.repeat(256 * 1024) })],
    ['a field that would pollute the prototype', '{"TC1":1,"__proto__":{"polluted":true}}'],
    ['the same in the text form', `${DEVICE},TC1=1,__proto__=1`],
    ['a boolean timestamp', { TC1: 1, timestamp: true }],
    ['a day that its month lacks', { TC1: 1, timestamp: '2026-02-30T10:00:00Z' }],
    ['an unsafe seq', { TC1: 1, seq: 2 ** 60 }],
    ['an object as SIMID', { TC1: 1, SIMID: { $ne: null } }],
  ])('is refused: %s', (_name, payload) => {
    const { readings, reason } = decoded(payload, 'udp');
    expect(readings).toEqual([]);
    expect(reason).toEqual(expect.any(String));
  });

  it("is refused without repeating the device's text", () => {
    const { reason } = decoded('{"TC1":"<script>secret</script>"}');
    expect(reason).not.toMatch(/script|secret/);
  });
});

describe('any payload at all', () => {
  const value = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.jsonValue());
  const name = fc.oneof(
    fc.constantFrom('TC1', 'TC2', 'TN', 'TM1', 'TA4', 'seq', 'timestamp', 'deviceId', 'SIMID', '__proto__'),
    fc.string(),
  );
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.array(fc.tuple(name, value)).map((fields) => {
      const pairs = fields.map(([key, sent]) => `${JSON.stringify(key)}:${JSON.stringify(sent) ?? 'null'}`);
      return Buffer.from(`{${pairs.join(',')}}`);
    }),
    fc
      .array(fc.tuple(name, fc.string()))
      .map((fields) => Buffer.from([DEVICE, ...fields.map((pair) => pair.join('='))].join(','))),
  );

  it('is refused with a reason, or gives numbers that can be stored, and changes nothing else', () => {
    fc.assert(
      fc.property(payload, fc.constantFrom('mqtt' as const, 'udp' as const), (bytes, source) => {
        const { readings, reason } = decoded(bytes, source);
        expect(readings.length > 0 || typeof reason === 'string').toBe(true);
        for (const reading of readings) {
          const { current, minimum, maximum, average, battery, rssi, rain, timestamp, seq } = reading;
          const numbers = [
            ...current,
            ...minimum,
            ...maximum,
            ...average,
            battery,
            rssi,
            rain,
            timestamp,
            seq,
          ];
          expect(numbers.every((number) => number === null || Number.isFinite(number))).toBe(true);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});
