import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { withTabLock } from './tab-lock.ts';

/** The part of IndexedDB that leases use: one store with serialized transactions. */
const fakeIndexedDb = () => {
  const rows = new Map<string, number>();
  const soon = (work: () => void) => void Promise.resolve().then(work);
  const transaction = () => {
    const running = { oncomplete: () => {}, objectStore: () => store };
    const store = {
      put: (value: number, key: string) => void rows.set(key, value),
      delete: (key: string) => void rows.delete(key),
      get: (key: string) => {
        const request = { result: undefined as number | undefined, onsuccess: () => {} };
        soon(() => {
          request.result = rows.get(key);
          request.onsuccess();
        });
        return request;
      },
    };
    // After its requests.
    soon(() => soon(() => running.oncomplete()));
    return running;
  };
  const open = () => {
    const opening = { result: { transaction, close: () => {} }, onsuccess: () => {} };
    soon(() => opening.onsuccess());
    return opening;
  };
  return { open };
};

const realNavigator = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;

beforeEach(() => {
  jest.useFakeTimers();
  // Over plain HTTP, `navigator.locks` is missing.
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  Object.assign(globalThis, { indexedDB: fakeIndexedDb() });
});
afterEach(() => {
  jest.useRealTimers();
  Object.defineProperty(globalThis, 'navigator', realNavigator);
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

it('makes a second tab wait for the first one without locks too, beyond the lease', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const done: string[] = [];
  const tab = (name: string, work: Promise<void>) =>
    withTabLock('telemon.test', async () => {
      await work;
      done.push(name);
    });
  const both = [tab('first', answered), tab('second', Promise.resolve())];
  await jest.advanceTimersByTimeAsync(29_000);
  expect(done).toEqual([]);
  answer();
  await jest.advanceTimersByTimeAsync(100);
  await Promise.all(both);
  expect(done).toEqual(['first', 'second']);
});

it('waits at most ten seconds for a tab that was closed', async () => {
  void withTabLock('telemon.test', () => new Promise<never>(() => {}));
  await jest.advanceTimersByTimeAsync(1_000);
  // A closed tab's timers no longer run.
  jest.clearAllTimers();
  const second = withTabLock('telemon.test', async () => 'done');
  await jest.advanceTimersByTimeAsync(10_100);
  expect(await Promise.race([second, 'waits'])).toBe('done');
});
