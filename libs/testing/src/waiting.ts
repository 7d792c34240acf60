import { setTimeout as delay } from 'node:timers/promises';

interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** The name of the condition in the error. */
  readonly what?: string;
}

/**
 * Polls `ask` until it returns something (not false, null or undefined), and returns that. An error counts as no value; after the
 * timeout, the last error is the cause.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25, what = 'the condition' }: WaitOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + timeoutMs;
  let reason: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== false && answer !== null && answer !== undefined) {
        return answer as Exclude<T, false | null | undefined>;
      }
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    await delay(everyMs);
  } while (performance.now() < deadline);
  throw new Error(`${what} did not come about within ${timeoutMs} ms`, { cause: reason });
}
