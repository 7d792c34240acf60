import { describe, expect, it } from '@jest/globals';
import type { Reading } from '@telemon/contracts/readings';
import { LiveStore } from '../live/live-store.ts';
import { StateBook } from './state-book.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const device = (deviceName: string, silentSince: number | null = null) => ({
  deviceName,
  status: 0,
  lastUpdated: new Date(start).toISOString(),
  silentSince: silentSince === null ? null : new Date(silentSince).toISOString(),
});

const reading = (deviceName: string, receivedAt: number): Reading => {
  const none = [null, null, null, null];
  return {
    id: `${deviceName} ${receivedAt}`,
    deviceName,
    receivedAt,
    timestamp: receivedAt,
    late: false,
    clockReplaced: false,
    current: [4.5, null, null, null],
    minimum: none,
    maximum: none,
    average: none,
    battery: null,
  };
};

const bookOf = (devices: ReturnType<typeof device>[]) => {
  const live = new LiveStore();
  const book = new StateBook(live);
  live.subscribeToAll((deviceNames) => book.recompute(deviceNames));
  book.setDevices(devices, start);
  let notified = 0;
  book.subscribe(() => {
    notified += 1;
  });
  return { live, book, notified: () => notified };
};

describe('the states of devices', () => {
  it('turn silent by an event of the stream, not by the clock of the browser', () => {
    const { live, book, notified } = bookOf([device('a'), device('b', start)]);
    expect([...book.now()]).toEqual([
      ['a', 'normal'],
      ['b', 'silent'],
    ]);
    live.takeStatuses([{ deviceName: 'a', status: 0, silentSince: start, at: start + 10 }]);
    expect(book.now().get('a')).toBe('silent');
    expect(notified()).toBe(1);
  });

  it('turn normal by the first reading after the silence', () => {
    const { live, book } = bookOf([device('a', start), device('b', start)]);
    live.takeReadings([reading('a', start + 1)]);
    expect([...book.now()]).toEqual([
      ['a', 'normal'],
      ['b', 'silent'],
    ]);
  });

  it('turn firing by an event of the stream, also while silent', () => {
    const { live, book } = bookOf([device('a', start), device('b')]);
    live.takeStatuses([{ deviceName: 'a', status: 1, silentSince: start, at: start + 10 }]);
    expect([...book.now()]).toEqual([
      ['a', 'firing'],
      ['b', 'normal'],
    ]);
  });

  it('stay the same map without a change, to avoid rerendering', () => {
    const { book, notified } = bookOf([device('a')]);
    const before = book.now();
    book.recompute(['a', 'unknown']);
    expect(book.now()).toBe(before);
    expect(notified()).toBe(0);
  });
});
