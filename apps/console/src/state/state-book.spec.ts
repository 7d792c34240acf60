import { describe, expect, it } from '@jest/globals';
import { SILENT_AFTER_MS } from '@telemon/contracts/devices/device-states';
import { LiveStore } from '../live/live-store.ts';
import { StateBook } from './state-book.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const device = (deviceName: string, lastUpdated: number | null, status = 0) => ({
  deviceName,
  status,
  lastUpdated: lastUpdated === null ? null : new Date(lastUpdated).toISOString(),
});

const bookOf = (devices: ReturnType<typeof device>[]) => {
  const live = new LiveStore();
  const book = new StateBook(live);
  book.setDevices(devices, start, start);
  let notified = 0;
  book.subscribe(() => {
    notified += 1;
  });
  return { live, book, notified: () => notified };
};

describe('the states of devices', () => {
  it('turn silent as time passes, without events', () => {
    const { book, notified } = bookOf([device('a', start)]);
    book.recompute('all', start + SILENT_AFTER_MS);
    expect(notified()).toBe(0);
    book.recompute('all', start + SILENT_AFTER_MS + 1);
    expect(book.now().get('a')).toBe('silent');
    expect(notified()).toBe(1);
  });

  it('turn firing by an event of the stream', () => {
    const { live, book } = bookOf([device('a', start), device('b', start)]);
    live.takeStatus('a', 1, start + 10);
    book.recompute(['a'], start + 10);
    expect([...book.now()]).toEqual([
      ['a', 'firing'],
      ['b', 'normal'],
    ]);
  });

  it('stay the same map without a change, to avoid rerendering', () => {
    const { book, notified } = bookOf([device('a', start)]);
    const before = book.now();
    book.recompute(['a', 'unknown'], start + 1);
    expect(book.now()).toBe(before);
    expect(notified()).toBe(0);
  });
});
