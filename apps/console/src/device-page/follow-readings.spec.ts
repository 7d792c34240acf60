import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FOLLOW_MS, followReadings } from './follow-readings.ts';

/** A page that follows a device; `arrive` is a reading, `answer` ends the present call. */
const following = () => {
  let calls = 0;
  let arrive: (() => void) | undefined;
  let answer: (() => void) | undefined;
  const end = followReadings(
    (listener) => {
      arrive = listener;
      return () => void (arrive = undefined);
    },
    () => {
      calls += 1;
      return new Promise<void>((resolve) => void (answer = resolve));
    },
  );
  return { calls: () => calls, arrive: () => arrive?.(), answer: () => answer?.(), end };
};

describe('the figures of a device while readings come', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are not asked for while nothing comes', async () => {
    const page = following();
    await jest.advanceTimersByTimeAsync(10 * FOLLOW_MS);
    expect(page.calls()).toBe(0);
  });

  it('are asked for once for many readings that come closely', async () => {
    const page = following();
    for (let reading = 0; reading < 20; reading += 1) page.arrive();
    await jest.advanceTimersByTimeAsync(FOLLOW_MS);
    expect(page.calls()).toBe(1);
    page.answer();
    await jest.advanceTimersByTimeAsync(10 * FOLLOW_MS);
    expect(page.calls()).toBe(1);
  });

  it('are asked for again when a reading came while the answer was under way, but not at the same time', async () => {
    const page = following();
    page.arrive();
    await jest.advanceTimersByTimeAsync(FOLLOW_MS);
    page.arrive();
    await jest.advanceTimersByTimeAsync(100);
    expect(page.calls()).toBe(1);
    page.answer();
    await jest.advanceTimersByTimeAsync(FOLLOW_MS);
    expect(page.calls()).toBe(2);
  });

  it('are asked for the less often, the longer the answer takes', async () => {
    const page = following();
    page.arrive();
    await jest.advanceTimersByTimeAsync(FOLLOW_MS + 3_000);
    page.answer();
    await jest.advanceTimersByTimeAsync(0);
    page.arrive();
    await jest.advanceTimersByTimeAsync(59_000);
    expect(page.calls()).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(page.calls()).toBe(2);
  });

  it('are not asked for any more once the page is left', async () => {
    const page = following();
    page.arrive();
    page.end();
    await jest.advanceTimersByTimeAsync(10 * FOLLOW_MS);
    expect(page.calls()).toBe(0);
  });
});
