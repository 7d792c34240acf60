import { jest } from '@jest/globals';
import { act } from '@testing-library/react/pure';
import { LIST_POLL_MS } from '../src/live/live-context.ts';

/**
 * Holds back the refreshes of lists until `fiveSecondsPass`, in place of their timers; `jest.restoreAllMocks` brings the timers back.
 */
export const holdListPolls = (): { fiveSecondsPass: () => Promise<void> } => {
  const polls = new Map<unknown, () => void>();
  const { setInterval: trueInterval, clearInterval: trueClear } = globalThis;
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, everyMs: number) => {
    if (everyMs !== LIST_POLL_MS) return trueInterval(work, everyMs);
    const timer = trueInterval(() => undefined, 1_000_000);
    polls.set(timer, work);
    return timer;
  }) as typeof setInterval);
  jest.spyOn(globalThis, 'clearInterval').mockImplementation(((timer: never) => {
    polls.delete(timer);
    trueClear(timer);
  }) as typeof clearInterval);
  return {
    fiveSecondsPass: () =>
      act(async () => {
        for (const poll of polls.values()) poll();
      }),
  };
};
