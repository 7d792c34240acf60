import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { type Reading, ValueType } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, aPeriodic } from '../../testing/stream.ts';

/** Long before now, so that no arrival lies in the future. */
const START = Date.now() - 100 * DAY_MS;

let stored: Stored;
let stream: Stream;
let owner: Owner;
beforeEach(() => {
  stored = new Stored();
  stored.devices.set('pump01', {});
  stored.alerts.set('periodic', aPeriodic(START));
  stream = new Stream(START);
  owner = new Owner(stored);
});

const hear = () => owner.hear(stream);
/** Minutes after the start at which each entry was opened and closed. */
const entries = () =>
  stored
    .entriesOf('periodic')
    .map(({ at, clearedAt }) =>
      [at, clearedAt].map((time) => (time === null ? null : (time - START) / MINUTE_MS)),
    );
const at = (value: number | null, changes: Partial<Reading> = {}): Partial<Reading> => ({
  current: [value, null, null, null],
  ...changes,
});

describe('a Periodic alert', () => {
  it.each([1, 3, 6, 12, 24, 48, 72, 168, 336, 672])(
    'of %d h fires at its deadline after its creation, although the device says nothing',
    async (timePeriod) => {
      stored.alerts.set('periodic', aPeriodic(START, { timePeriod }));
      stream.pass(timePeriod * HOUR_MS);
      await hear();
      expect(entries()).toEqual([]);
      stream.pass(MINUTE_MS);
      await hear();
      expect(entries()).toEqual([[timePeriod * 60, null]]);
      expect(stored.entriesOf('periodic')).toMatchObject([{ value: null, silentSince: null }]);
    },
  );

  const fields = { Current: 'current', Minimum: 'minimum', Average: 'average', Maximum: 'maximum' } as const;
  describe.each(ValueType.options)('on the %s', (valueType) => {
    const others = {
      current: [9, 9, 9, 9],
      minimum: [9, 9, 9, 9],
      average: [9, 9, 9, 9],
      maximum: [9, 9, 9, 9],
    };
    it.each<[string, unknown, Partial<Reading>, reached: boolean]>([
      ['above the set point', 8.01, {}, true],
      ['at the set point', 8, {}, true],
      ['below the set point', 7.99, {}, false],
      ['a missing value', null, {}, false],
      ['no number', '9', {}, false],
      ['NaN', Number.NaN, {}, false],
      ['a late reading', 9, { late: true }, false],
      ['a test reading', 9, { test: true }, false],
    ])(
      'begins its time period anew with %s: only if it is a value that reaches it',
      async (_, value, changes, reached) => {
        stored.devices.set('pump01', { sensorNames: ['Pressure', 'Temperature', null, null] });
        stored.alerts.set('periodic', aPeriodic(START, { valueType, sensorId: 2 }));
        stream.pass(30 * MINUTE_MS);
        stream.read({ ...others, [fields[valueType]]: [9, value, 9, 9], ...changes });
        stream.pass(62 * MINUTE_MS);
        await hear();
        expect(entries()).toEqual([[reached ? 90 : 60, null]]);
      },
    );
  });

  it('clears with the first value at the set point, and waits for the whole period again', async () => {
    stream
      .pass(70 * MINUTE_MS)
      .read(at(7))
      .pass(5 * MINUTE_MS)
      .read(at(8))
      .pass(59 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[60, 75]]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([
      [60, 75],
      [135, null],
    ]);
  });

  it('fires even if the set point is reached right after the deadline, before a heartbeat', async () => {
    stream.pass(HOUR_MS);
    stream.now += 3_000;
    stream.read(at(9)).pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[60, 60.05]]);
  });

  it('is not moved by a repeated reading, nor by one that was overtaken', async () => {
    const first = aReading({ ...at(9), receivedAt: START + 20 * MINUTE_MS });
    const second = aReading({ ...at(9), receivedAt: first.receivedAt - 1_000 });
    stream.pass(20 * MINUTE_MS).repeat([first, second]);
    stream.pass(40 * MINUTE_MS).repeat([{ ...first, receivedAt: stream.now }]);
    stream.pass(21 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[80, null]]);
  });

  it('does not fire because of time in which Telemon received nothing from any device', async () => {
    stream
      .pass(55 * MINUTE_MS)
      .leap(15 * MINUTE_MS)
      .pass(5 * MINUTE_MS)
      .read(at(9))
      .pass(HOUR_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[135, null]]);
  });

  it('is not fired earlier by heartbeats that are announced again', async () => {
    stream
      .pass(30 * MINUTE_MS)
      .announceAgain(100)
      .pass(30 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[60, null]]);
  });

  it('is reached by a reading of the other endpoint that comes behind a later heartbeat', async () => {
    stream.pass(61 * MINUTE_MS - 15_000);
    stream.read(at(9, { receivedAt: START + HOUR_MS - 1_000 })).pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
  });

  it('fires once at its deadline where alerting was away when it passed', async () => {
    stream.pass(55 * MINUTE_MS);
    await hear();
    owner = new Owner(stored);
    stream.pass(15 * MINUTE_MS);
    await hear();
    // The stored time may be a minute older than the truth.
    expect(entries()).toEqual([[61, null]]);
    owner = new Owner(stored);
    stream.pass(2 * HOUR_MS);
    await hear();
    expect(entries()).toHaveLength(1);
  });

  it.each([
    ['two days ahead', 2 * DAY_MS],
    ['a day back', -DAY_MS],
  ])('is not fired by a clock that is set %s, and then back again', async (_, ms) => {
    stored.alerts.set('periodic', aPeriodic(START, { timePeriod: 3 }));
    stream.pass(HOUR_MS).read(at(9)).pass(HOUR_MS).leap(ms).pass(MINUTE_MS);
    await hear();
    owner = new Owner(stored);
    stream.leap(-ms).pass(50 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream
      .read(at(9))
      .pass(2 * HOUR_MS)
      .leap(ms)
      .pass(50 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(12 * MINUTE_MS);
    await hear();
    expect(entries()).toHaveLength(1);
  });

  it('waits for its whole period after its device got the sensor again', async () => {
    stream.pass(30 * MINUTE_MS);
    await hear();
    stored.tell('pump01', { sensorNames: [null, null, null, null] });
    stream.pass(2 * HOUR_MS);
    await hear();
    stored.tell('pump01', {});
    stream.pass(59 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(3 * MINUTE_MS);
    await hear();
    expect(entries()).toHaveLength(1);
  });

  it('begins its period anew where its state says so', async () => {
    stream
      .pass(30 * MINUTE_MS)
      .read(at(9))
      .pass(MINUTE_MS);
    await hear();
    const edited = aPeriodic(stream.now);
    stored.alerts.set('periodic', { ...edited, state: { ...edited.state, revision: 1 } });
    owner.rejoin();
    stream.pass(HOUR_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(entries()).toHaveLength(1);
  });

  it('stores at most about once a minute when its set point was reached', async () => {
    for (let second = 0; second < 600; second += 5) {
      stream.pass(5_000).read(at(9));
      await hear();
    }
    expect(stored.writes).toBeLessThanOrEqual(12 + 6);
  });

  it('may have reached its set point a minute after the stored time: it never fires early after a restart', async () => {
    stream.pass(5_000).read(at(9));
    await hear();
    stream.pass(50_000).read(at(9));
    await hear();
    owner = new Owner(stored);
    stream.pass(HOUR_MS - 1_000);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(entries()).toHaveLength(1);
  });

  it('is decided again where the decision could not be written', async () => {
    stream.pass(62 * MINUTE_MS);
    stored.failures = 1;
    await hear();
    stream.pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[60, null]]);
  });
});
