import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertType } from '@telemon/contracts/alerting/alerts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { Reading } from '@telemon/contracts/readings';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, anAbove } from '../../testing/stream.ts';
import { entryIdOf } from './rule.ts';

/** Long before now, so that no arrival lies in the future. */
const START = Date.now() - 10 * DAY_MS;

let stored: Stored;
let stream: Stream;
let owner: Owner;
beforeEach(() => {
  stored = new Stored();
  stored.devices.set('pump01', {});
  stored.alerts.set('above', anAbove(START, { holdFor: 300 }));
  stream = new Stream(START);
  owner = new Owner(stored);
});

const hear = () => owner.hear(stream);
const at = (value: number, changes: Partial<Reading> = {}): Partial<Reading> => ({
  current: [value, null, null, null],
  ...changes,
});
/** Minutes after the start at which each entry was opened and closed, and its value. */
const entries = () =>
  stored
    .entriesOf('above')
    .map(({ at: opened, clearedAt, value }) => [
      (opened - START) / MINUTE_MS,
      clearedAt === null ? null : (clearedAt - START) / MINUTE_MS,
      value,
    ]);

describe('an alert with a hold time of 5 min', () => {
  it('fires when its condition has held for so long, although no further reading comes', async () => {
    stream
      .pass(MINUTE_MS)
      .read(at(9, { id: 'first' }))
      .pass(5 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    stream.pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[6, null, 9]]);
    expect(stored.entriesOf('above')).toMatchObject([{ id: entryIdOf('above', 'first') }]);
  });

  it('fires at once with the first reading after that, with the last value before', async () => {
    stream
      .read(at(9))
      .pass(4 * MINUTE_MS)
      .read(at(11))
      .pass(70_000)
      .read(at(12));
    await hear();
    expect(entries()).toEqual([[5, null, 11]]);
  });

  it('has the last value after a restart, too', async () => {
    stream
      .read(at(9))
      .pass(2 * MINUTE_MS)
      .read(at(11));
    await hear();
    owner = new Owner(stored);
    stream.pass(5 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[5, null, 11]]);
  });

  it('has the last value where the decision could not be written at first', async () => {
    stream.read(at(9)).pass(MINUTE_MS);
    await hear();
    await owner.take(stream.read(at(11)).next());
    stored.failures = 1;
    stream.pass(6 * MINUTE_MS);
    await hear();
    stream.pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[5, null, 11]]);
  });

  it('does not fire where its condition ended before, and counts from the beginning after that', async () => {
    stream
      .read(at(9))
      .pass(4 * MINUTE_MS)
      .read(at(8))
      .pass(MINUTE_MS)
      .read(at(9))
      .pass(4 * MINUTE_MS)
      .read(at(7));
    stream.pass(10 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    expect(stored.alerts.get('above')!.state).not.toHaveProperty('hold');
  });

  it('fires and clears where the first reading after the hold time is normal', async () => {
    stream
      .read(at(9))
      .pass(5 * MINUTE_MS + 5_000)
      .read(at(7))
      .pass(MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[5, 5 + 5 / 60, 9]]);
  });

  it('does not count time in which Telemon received nothing from any device', async () => {
    stream
      .read(at(9))
      .pass(3 * MINUTE_MS)
      .leap(30 * MINUTE_MS)
      .pass(MINUTE_MS);
    await hear();
    owner = new Owner(stored);
    stream.read(at(10)).pass(2 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[35, null, 10]]);
  });

  it('is not moved by repeated, late and test readings', async () => {
    stream.read(at(9, { id: 'first' })).pass(2 * MINUTE_MS);
    await hear();
    owner = new Owner(stored);
    stream.repeat(stream.messages.flatMap(({ readings }) => readings));
    stream
      .read(at(1, { late: true }))
      .read(at(1, { test: true }))
      .pass(5 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[5, null, 9]]);
  });

  it('begins its hold time anew where its device has come to another partition', async () => {
    stream.read(at(9)).pass(3 * MINUTE_MS);
    await hear();
    stored.alerts.get('above')!.state.hold!.partition = 7;
    owner = new Owner(stored);
    stream.pass(7 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([[8, null, 9]]);
  });

  it('does not fire without its sensor', async () => {
    stream.read(at(9)).pass(MINUTE_MS);
    await hear();
    stored.tell('pump01', { sensorNames: [null, null, null, null] });
    stream.pass(10 * MINUTE_MS);
    await hear();
    stored.tell('pump01', {});
    stream.pass(10 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
    expect(stored.alerts.get('above')!.state).not.toHaveProperty('hold');
  });

  it('begins its hold time anew where its state says so, as after an edit', async () => {
    stream.read(at(9)).pass(4 * MINUTE_MS);
    await hear();
    const edited = anAbove(stream.now, { holdFor: 300 });
    stored.alerts.set('above', { ...edited, state: { ...edited.state, revision: 9 } });
    owner.rejoin();
    stream.pass(10 * MINUTE_MS);
    await hear();
    expect(entries()).toEqual([]);
  });
});

describe('an alert with thresholds at which it clears', () => {
  it.each<[AlertType, number[], number[], values: number[], firing: boolean[]]>([
    ['Above', [8], [6], [8, 9, 8, 7, 6.01, 6, 7, 8.01], [false, true, true, true, true, false, false, true]],
    ['Below', [8], [10], [8, 7, 8, 9.99, 10, 9, 7.99], [false, true, true, true, false, false, true]],
    [
      'Restrict Range',
      [2, 8],
      [7, 3],
      [5, 9, 8, 7, 1, 2.99, 3],
      [false, true, true, false, true, true, false],
    ],
    [
      'In Between',
      [8, 2],
      [1, 9],
      [0, 2, 1.5, 1, 0.99, 1.5, 8],
      [false, true, true, true, false, false, true],
    ],
    ['Above', [8], [8], [8, 9, 8], [false, true, false]],
  ])('%s %j, %j, fires and clears with %j', async (alertType, values, clearAt, sent, firing) => {
    stored.alerts.set('above', anAbove(START, { alertType, values, clearAt }));
    const seen: boolean[] = [];
    for (const value of sent) {
      stream.pass(HOUR_MS).read(at(value));
      await hear();
      seen.push(stored.alerts.get('above')!.state.openEntryId !== null);
    }
    expect(seen).toEqual(firing);
  });
});
