import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Owner, Stored } from '../../testing/owners.ts';
import { Stream, anAbove } from '../../testing/stream.ts';

/** Long before now, so that no arrival lies in the future. */
const START = Date.now() - 10 * DAY_MS;

let stored: Stored;
let stream: Stream;
let owner: Owner;
beforeEach(() => {
  stored = new Stored();
  stored.devices.set('pump01', {});
  stored.alerts.set('above', anAbove(START));
  stream = new Stream(START);
  owner = new Owner(stored);
});

const hear = () => owner.hear(stream);
/** The alert fires and clears in turns, a change every `minutes`. */
const change = (times: number, minutes = 2) => {
  for (let turn = 0; turn < times; turn++)
    stream.read({ current: [turn % 2 === 0 ? 9 : 7, null, null, null] }).pass(minutes * MINUTE_MS);
  return stream;
};
/** The notices about flapping, with the minutes after the start. */
const notices = () =>
  stored.flapping.map(({ kind, at, changes, since, isOver, isFiring }) => [
    kind,
    (at - START) / MINUTE_MS,
    changes,
    (since - START) / MINUTE_MS,
    isOver,
    isFiring,
  ]);

describe('an alert that fires and clears', () => {
  it('five times in 15 minutes does not flap', async () => {
    change(5).pass(HOUR_MS);
    await hear();
    expect(stored.flapping).toEqual([]);
  });

  it('six times, but in more than 15 minutes, does not flap', async () => {
    change(12, 3).pass(HOUR_MS);
    await hear();
    expect(stored.flapping).toEqual([]);
  });

  it('a sixth time in 15 minutes flaps: one notice, and one when it was calm for 15 minutes', async () => {
    change(8).pass(20 * MINUTE_MS);
    await hear();
    expect(notices()).toEqual([
      ['flapping', 10, 6, 0, false, false],
      ['digest', 29, 2, 10, true, false],
    ]);
    expect(stored.entriesOf('above')).toHaveLength(4);
    expect(stored.alerts.get('above')!.state).not.toHaveProperty('flaps');
  });

  it('on and on is summed up each hour', async () => {
    change(100).pass(20 * MINUTE_MS);
    await hear();
    expect(notices()).toEqual([
      ['flapping', 10, 6, 0, false, false],
      ['digest', 70, 29, 10, false, true],
      ['digest', 130, 30, 70, false, true],
      ['digest', 190, 30, 130, false, true],
      ['digest', 213, 5, 190, true, false],
    ]);
  });

  it('has another notice when it flaps again after it was calm', async () => {
    change(6).pass(20 * MINUTE_MS);
    change(6).pass(20 * MINUTE_MS);
    await hear();
    expect(notices().map(([kind]) => kind)).toEqual(['flapping', 'digest', 'flapping', 'digest']);
  });

  it('has one notice although another process compares each change', async () => {
    for (let turn = 0; turn < 8; turn++) {
      stream.read({ current: [turn % 2 === 0 ? 9 : 7, null, null, null] }).pass(2 * MINUTE_MS);
      await hear();
      owner = new Owner(stored);
    }
    stream.pass(20 * MINUTE_MS);
    await hear();
    expect(notices().map(([kind, , changes]) => [kind, changes])).toEqual([
      ['flapping', 6],
      ['digest', 2],
    ]);
  });

  it('does not flap, however often, where flapping is not recognised', async () => {
    owner = new Owner(stored, 0);
    change(40).pass(HOUR_MS);
    await hear();
    expect(stored.flapping).toEqual([]);
    expect(stored.alerts.get('above')!.state).not.toHaveProperty('flaps');
  });

  it('says with each firing and clearing whether it flaps', async () => {
    change(8);
    await hear();
    expect(stored.quiet).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [true, true],
    ]);
  });
});
