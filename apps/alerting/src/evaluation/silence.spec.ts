import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream } from '../../testing/stream.ts';

/** Long before now, so that no arrival lies in the future. */
const START = Date.now() - 100 * DAY_MS;

let stored: Stored;
let stream: Stream;
let owner: Owner;
beforeEach(() => {
  stored = new Stored();
  stored.devices.set('pump01', {});
  stream = new Stream(START);
  owner = new Owner(stored);
});

const hear = () => owner.hear(stream);
const minutes = (time: number | null) => (time === null ? null : (time - START) / MINUTE_MS);
/** Minutes after the start: since when each silence lasts, when it was found, and its end. */
const silences = (deviceName = 'pump01') =>
  stored
    .entriesOf(deviceName)
    .map(({ silentSince, at, clearedAt }) => [silentSince, at, clearedAt].map(minutes));
/** A device that sends at an interval for some times, so that its interval is known. */
const sendEvery = (ms: number, times: number) => {
  for (let time = 0; time < times; time++) stream.pass(ms).read();
};

describe('a device', () => {
  it('is silent fifteen minutes after its last reading, until the next one', async () => {
    stream
      .pass(MINUTE_MS)
      .read()
      .pass(15 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[1, 16, null]]);
    stream
      .pass(3 * MINUTE_MS)
      .read()
      .pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[1, 16, 20]]);
    stream.pass(16 * MINUTE_MS);
    await hear();
    expect(silences()).toHaveLength(2);
  });

  it.each([
    ['that has sent nothing yet', {}],
    ['that has sent a test reading alone', { test: true as const }],
  ])('%s is not silent', async (_, changes) => {
    if ('test' in changes) stream.read(changes);
    stream.pass(DAY_MS);
    await hear();
    expect(silences()).toEqual([]);
  });

  it('is not silent if its readings are late', async () => {
    stream
      .read()
      .pass(10 * MINUTE_MS)
      .read({ late: true })
      .pass(10 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
  });

  it('that is unknown or deleted has no silence', async () => {
    stream.read({ deviceName: 'stranger' }).read().pass(MINUTE_MS);
    await hear();
    stored.tell('pump01', null);
    stream.pass(HOUR_MS);
    await hear();
    expect(stored.entries.size).toBe(0);
  });

  it('that sends every twenty minutes is silent after three times as long', async () => {
    sendEvery(10 * MINUTE_MS, 5);
    sendEvery(20 * MINUTE_MS, 20);
    const last = (stream.now - START) / MINUTE_MS;
    stream.pass(50 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(11 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[last, expect.any(Number), null]]);
  });

  it('that sends every hour from the first reading on is known to do so after three silences', async () => {
    sendEvery(HOUR_MS, 8);
    await hear();
    expect(silences()).toHaveLength(3);
  });

  it('that sends ten readings every half hour is not silent between them', async () => {
    for (let time = 0; time < 12; time++) {
      for (let reading = 0; reading < 10; reading++) stream.pass(1_000).read();
      stream.pass(30 * MINUTE_MS);
    }
    await hear();
    expect(silences()).toHaveLength(3);
  });

  it('has no longer interval after one long silence', async () => {
    sendEvery(MINUTE_MS, 10);
    stream
      .pass(DAY_MS)
      .read()
      .pass(16 * MINUTE_MS);
    await hear();
    expect(silences()).toHaveLength(2);
  });

  it('with an interval that a user set is silent after one and a half of it', async () => {
    stored.devices.set('pump01', { expectedInterval: 60 });
    stream.read().pass(89 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 90, null]]);
  });

  it('follows a change of its interval at once', async () => {
    stored.devices.set('pump01', { expectedInterval: 600 });
    stream.read().pass(20 * MINUTE_MS);
    await hear();
    stored.tell('pump01', { expectedInterval: 10 });
    stream.pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
    stored.tell('pump01', { expectedInterval: 600 });
    stream.pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, expect.any(Number)]]);
  });
});

describe('an outage of Telemon', () => {
  it('makes no device silent, and gives each its interval again', async () => {
    stream
      .read()
      .pass(14 * MINUTE_MS)
      .leap(6 * HOUR_MS)
      .pass(14 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 14 + 360 + 15, null]]);
  });

  it.each([
    ['two days ahead', 2 * DAY_MS],
    ['a day back', -DAY_MS],
  ])('makes no device silent, nor does a clock that is set %s', async (_, ms) => {
    for (let time = 0; time < 3; time++) {
      sendEvery(5 * MINUTE_MS, 4);
      stream.leap(time % 2 === 0 ? ms : -ms).pass(MINUTE_MS);
    }
    await hear();
    expect(silences()).toEqual([]);
  });
});

describe('the watch over a device', () => {
  it('goes on after a restart, and is never early', async () => {
    sendEvery(20_000, 12);
    await hear();
    const last = (stream.now - START) / MINUTE_MS;
    owner = new Owner(stored);
    stream.pass(15 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(4 * MINUTE_MS);
    await hear();
    expect(silences()).toHaveLength(1);
    expect(silences()[0]![0]).toBeGreaterThanOrEqual(last);
    owner = new Owner(stored);
    stream.pass(MINUTE_MS);
    await hear();
    stream.read().pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([
      [expect.any(Number), expect.any(Number), (stream.now - START) / MINUTE_MS - 1],
    ]);
  });

  it('is decided again where the decision could not be written, and ends where the end could not', async () => {
    stream.read().pass(16 * MINUTE_MS);
    stored.failures = 1;
    await hear();
    stream.pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
    stream.read();
    stored.failures = 1;
    await hear();
    stream.pass(MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, 17]]);
  });

  it('makes one entry where two processes watch', async () => {
    const other = new Owner(stored);
    stream
      .read()
      .pass(17 * MINUTE_MS)
      .read()
      .pass(20 * MINUTE_MS);
    const messages = stream.next();
    for (const each of messages) {
      await Promise.all([owner.take([each]), other.take([each])]);
      if (each.offset % 20 === 0) await Promise.all([owner.settle(), other.settle()]);
    }
    await Promise.all([owner.settle(), other.settle()]);
    expect(silences()).toEqual([
      [0, 15, 17],
      [17, 32, null],
    ]);
  });

  it('looks only at the devices that are due, and writes little', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `dev${index}`);
    for (const name of names) stored.devices.set(name, {});
    for (let minute = 0; minute < 10; minute++) {
      for (const deviceName of names) stream.read({ deviceName });
      stream.pass(MINUTE_MS);
      await hear();
    }
    // A device is stored at its first reading, and then at most every three minutes.
    expect(stored.writes).toBeLessThanOrEqual(names.length * 4);
    stream.pass(16 * MINUTE_MS);
    await hear();
    expect(stored.entries.size).toBe(names.length);
  });
});
