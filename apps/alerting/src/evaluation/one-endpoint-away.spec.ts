import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { type Reading, Source } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, aPeriodic, anAbove } from '../../testing/stream.ts';

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
/** Opens both kinds of endpoint. */
const openBoth = () => stream.openOnly('mqtt', 'udp');
const minutes = (time: number | null) => (time === null ? null : (time - START) / MINUTE_MS);
/** Minutes after the start: since when each silence lasts, when it was found, and its end. */
const silences = () =>
  stored
    .entriesOf('pump01')
    .map(({ silentSince, at: begun, clearedAt }) => [silentSince, begun, clearedAt].map(minutes));
/** Minutes after the start at which each entry of an alert was opened and closed. */
const entriesOf = (alert: string) =>
  stored.entriesOf(alert).map(({ at: opened, clearedAt }) => [opened, clearedAt].map(minutes));
const at = (value: number, changes: Partial<Reading> = {}): Partial<Reading> => ({
  current: [value, null, null, null],
  ...changes,
});

describe('an outage of one kind of endpoint, for silences,', () => {
  it('makes no device silent that uses it, and gives each its interval again', async () => {
    openBoth()
      .read()
      .pass(14 * MINUTE_MS)
      .openOnly('udp')
      .pass(3 * HOUR_MS);
    await hear();
    openBoth().pass(14 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([]);
    stream.pass(3 * MINUTE_MS);
    await hear();
    // The first heartbeat comes 15 s later.
    expect(silences()).toEqual([[0, 14 + 180.25 + 15, null]]);
  });

  it('hides no silence of a device that uses the other kind', async () => {
    openBoth().read({ source: 'udp' });
    stream.openOnly('udp').pass(17 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
  });

  it('follows a device to the other kind', async () => {
    openBoth().read().pass(MINUTE_MS).openOnly('udp').pass(MINUTE_MS);
    stream.read({ source: 'udp' }).pass(17 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[2, 17, null]]);
  });

  it('does not begin while a heartbeat of the kind comes every 45 s, from any replica', async () => {
    openBoth().read();
    for (let turn = 0; turn < 17; turn++) stream.openOnly('udp').pass(30_000).openOnly('mqtt').pass(30_000);
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
  });

  it('does not count as an interval of a device', async () => {
    openBoth();
    for (let time = 0; time < 5; time++) stream.pass(MINUTE_MS).read();
    for (let turn = 0; turn < 3; turn++) {
      stream.openOnly('udp').pass(2 * HOUR_MS);
      openBoth().read().pass(MINUTE_MS).read();
    }
    stream.pass(17 * MINUTE_MS);
    await hear();
    expect(silences()).toHaveLength(1);
  });

  it('is known after a restart, with the kind that the device uses', async () => {
    openBoth().read().pass(MINUTE_MS);
    await hear();
    owner = new Owner(stored);
    stream.openOnly('udp').pass(HOUR_MS);
    await hear();
    owner = new Owner(stored);
    stream.pass(HOUR_MS);
    await hear();
    expect(silences()).toEqual([]);
  });

  it('does not count for a device whose readings do not say their kind', async () => {
    openBoth().repeat([aReading({ receivedAt: stream.now })]);
    stream.openOnly('udp').pass(17 * MINUTE_MS);
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
  });

  it('does not begin while heartbeats do not say their kind', async () => {
    openBoth().read().openOnly('udp');
    for (const message of stream.pass(17 * MINUTE_MS).messages) message.sources = Source.options;
    await hear();
    expect(silences()).toEqual([[0, 15, null]]);
  });
});

describe('a Periodic alert', () => {
  beforeEach(() => void stored.alerts.set('periodic', aPeriodic(START)));

  it('does not count time in which only the other kind of endpoint received', async () => {
    openBoth()
      .read(at(9))
      .pass(55 * MINUTE_MS)
      .openOnly('udp')
      .pass(HOUR_MS);
    await hear();
    owner = new Owner(stored);
    openBoth().pass(5 * MINUTE_MS);
    await hear();
    expect(entriesOf('periodic')).toEqual([]);
    // The time of the last reading may be stored a minute late, and the first heartbeat comes 15 s later.
    stream.pass(3 * MINUTE_MS);
    await hear();
    expect(entriesOf('periodic')).toEqual([[121.25, null]]);
  });

  it('is reached by a reading that waited in an endpoint without Kafka while the other kind had it', async () => {
    openBoth()
      .read(at(7))
      .pass(59 * MINUTE_MS);
    const waiting = stream.now + 1_000;
    stream.openOnly('udp').pass(5 * MINUTE_MS);
    stream.read(at(9, { receivedAt: waiting }));
    openBoth().pass(5 * MINUTE_MS);
    await hear();
    expect(entriesOf('periodic')).toEqual([]);
  });

  it('fires at its deadline for a device that went over to the other kind of endpoint after an outage', async () => {
    openBoth().read(at(9)).pass(MINUTE_MS).openOnly('udp');
    stream.pass(30 * MINUTE_MS).read(at(7, { source: 'udp' }));
    await hear();
    stream.pass(31 * MINUTE_MS);
    await hear();
    expect(entriesOf('periodic')).toEqual([[60, null]]);
  });
});

describe('the hold time of an alert', () => {
  beforeEach(() => void stored.alerts.set('above', anAbove(START, { holdFor: 300 })));

  it('does not count time in which only the other kind of endpoint received', async () => {
    openBoth()
      .read(at(9))
      .pass(2 * MINUTE_MS)
      .openOnly('udp')
      .pass(HOUR_MS);
    await hear();
    openBoth().pass(3 * MINUTE_MS);
    await hear();
    expect(entriesOf('above')).toEqual([]);
    stream.pass(2 * MINUTE_MS);
    await hear();
    // The first heartbeat comes 15 s later.
    expect(entriesOf('above')).toEqual([[65.25, null]]);
  });
});
