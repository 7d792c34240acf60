import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { Lifecycle } from './lifecycle.ts';
import { runPasses } from './passes.ts';

let lifecycle: Lifecycle;
let passes: number;
/** Ends the present pass. */
let end: () => void;

/** A pass that lasts until the spec ends it. */
const pass = (signal: AbortSignal) => {
  passes += 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  end = resolve;
  signal.addEventListener('abort', () => resolve());
  return promise;
};
const nth = (count: number) => until(() => passes === count);
const begin = async (): Promise<() => void> => {
  const wake = runPasses(lifecycle, { parts: [pass], failed: 'failed' });
  await lifecycle.start();
  await nth(1);
  return wake;
};

beforeEach(() => {
  lifecycle = new Lifecycle();
  passes = 0;
});
afterEach(() => lifecycle.stop());

describe('passes that are woken', () => {
  it('begin with the service, and again each time that they are woken', async () => {
    const wake = await begin();
    for (const count of [2, 3]) {
      end();
      await new Promise(setImmediate);
      expect(passes).toBe(count - 1);
      wake();
      await nth(count);
    }
  });

  it('run one at a time: any number of wake-ups during a pass makes one further pass', async () => {
    const wake = await begin();
    for (let times = 0; times < 3; times++) wake();
    await new Promise(setImmediate);
    expect(passes).toBe(1);
    end();
    await nth(2);
    end();
    await new Promise(setImmediate);
    expect(passes).toBe(2);
  });

  it('end with the service, also while one is under way', async () => {
    const wake = await begin();
    await lifecycle.stop();
    wake();
    await new Promise(setImmediate);
    expect(passes).toBe(1);
  });
});
