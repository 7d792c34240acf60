import { setTimeout as delay } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** What is waited for, as the failure names it. */
  readonly what?: string;
}

/**
 * Asks until the answer is something (not false, null or undefined) and gives that back. An answer that throws
 * counts as none; when the time is up, what it threw last says why.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25, what = 'what was waited for' }: Patience = {},
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
