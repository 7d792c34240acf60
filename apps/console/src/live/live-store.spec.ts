import { describe, expect, it } from '@jest/globals';
import type { Reading } from '@telemon/contracts/readings';
import { LiveStore } from './live-store.ts';

const reading = (deviceName: string, receivedAt: number, current: (number | null)[]): Reading => ({
  id: `${deviceName} ${receivedAt}`,
  deviceName,
  receivedAt,
  timestamp: receivedAt,
  late: false,
  clockReplaced: false,
  current,
  minimum: [null, null, null, null],
  maximum: [null, null, null, null],
  average: [null, null, null, null],
  battery: null,
});

describe('the live store', () => {
  it('keeps the newest value of each channel', () => {
    const store = new LiveStore();
    store.takeReadings([reading('a', 1, [1, 2, null, null]), reading('a', 2, [3, null, null, null])]);
    expect(store.of('a')).toMatchObject({ current: [3, 2, null, null], receivedAt: 2 });
  });

  it('ignores an older reading that arrives late', () => {
    const store = new LiveStore();
    store.takeReadings([reading('a', 5, [5, null, null, null])]);
    store.takeReadings([reading('a', 4, [4, null, null, null])]);
    expect(store.of('a')).toMatchObject({ current: [5, null, null, null], receivedAt: 5 });
  });

  it('keeps the newest values of a device that sends older readings after newer ones', () => {
    const store = new LiveStore();
    const offline = { ...reading('a', 6, [4, 40, null, null]), timestamp: 2, battery: 3.1 };
    store.takeReadings([{ ...reading('a', 5, [5, null, null, null]), battery: 3.7 }, offline]);
    expect(store.of('a')).toMatchObject({ current: [5, 40, null, null], battery: 3.7, receivedAt: 6 });
  });

  it('notifies only the changed device, once per batch', () => {
    const store = new LiveStore();
    let drawnA = 0;
    let drawnB = 0;
    store.subscribe('a', () => (drawnA += 1));
    store.subscribe('b', () => (drawnB += 1));
    store.takeReadings([reading('a', 1, [1, null, null, null]), reading('a', 2, [2, null, null, null])]);
    expect([drawnA, drawnB]).toEqual([1, 0]);
  });

  it('notifies once of all devices that fall silent at once', () => {
    const store = new LiveStore();
    const notified: string[][] = [];
    store.subscribeToAll((deviceNames) => notified.push([...deviceNames]));
    store.takeStatuses(['a', 'b'].map((deviceName) => ({ deviceName, status: 0, silentSince: 1, at: 5 })));
    expect(notified).toEqual([['a', 'b']]);
    expect(store.of('b')).toMatchObject({ told: { status: 0, silentSince: 1, at: 5 } });
  });

  it('dates a silence from the last reading that it has, of which the service may not know', () => {
    const store = new LiveStore();
    const since = (silentSince: number | null) => {
      store.takeStatuses([{ deviceName: 'a', status: 0, silentSince, at: 5 }]);
      return store.of('a').told?.silentSince;
    };
    expect(since(3)).toBe(3);
    store.takeReadings([reading('a', 4, [1, null, null, null])]);
    expect([since(3), since(4), since(6), since(null)]).toEqual([4, 4, 6, null]);
  });

  it('forgets a deleted device, as its name may be reused', () => {
    const store = new LiveStore();
    store.takeReadings([reading('a', 1, [1, null, null, null]), reading('b', 1, [2, null, null, null])]);
    store.takeStatuses([{ deviceName: 'a', status: 1, silentSince: null, at: 5 }]);
    let drawn = 0;
    store.subscribe('a', () => (drawn += 1));
    store.forget(['a']);
    expect(store.of('a')).toEqual(new LiveStore().of('a'));
    expect(store.of('b')).toMatchObject({ receivedAt: 1 });
    expect(drawn).toBe(1);
  });

  it('passes every reading to its subscribers', () => {
    const store = new LiveStore();
    const seen: number[] = [];
    const leave = store.subscribeToReadings('a', (readings) =>
      seen.push(...readings.map(({ receivedAt }) => receivedAt)),
    );
    store.takeReadings([reading('a', 1, []), reading('b', 2, []), reading('a', 3, [])]);
    leave();
    store.takeReadings([reading('a', 4, [])]);
    expect(seen).toEqual([1, 3]);
  });
});
