import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from './errors.ts';
import type { Lifecycle } from './lifecycle.ts';
import { logger } from './logging.ts';

interface Passes {
  /** The pause between two passes, ms, or what tells that of each; absent where only the returned function begins them. */
  readonly everyMs?: number | (() => number);
  /** The parts of a pass, one after the other; each may be cut off anywhere, and ends early once the signal aborts. */
  readonly parts: readonly ((signal: AbortSignal) => Promise<void>)[];
  /** The log message of a part that failed; the others go on. */
  readonly failed: string;
}

/**
 * Runs one pass after the other in the background while the service runs. What is due at a time that stands in MongoDB (reports,
 * notices) is woken by `@nestjs/schedule`, with an `@Interval` that calls the returned function; upkeep, whose pause counts from the
 * end of a pass, has `everyMs`.
 * @returns Begins the next pass at once, or a further one right behind the present one
 */
export function runPasses(lifecycle: Lifecycle, { everyMs, parts, failed }: Passes): () => void {
  const stopping = new AbortController();
  let waking = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      for (const part of parts) {
        await part(stopping.signal).catch((error: unknown) =>
          logger.warn({ reason: reasonOf(error) }, failed),
        );
      }
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      if (signal.aborted) continue;
      const pauseMs = typeof everyMs === 'function' ? everyMs() : everyMs;
      const pause = pauseMs === undefined ? once(signal, 'abort') : delay(pauseMs, undefined, { signal });
      await pause.catch(() => undefined);
    }
  };
  let running: Promise<void> = Promise.resolve();
  lifecycle.onStart(() => void (running = run()));
  lifecycle.onStop(async () => {
    stopping.abort();
    await running;
  });
  return () => waking.abort();
}
