import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import type { Lease } from './lease.ts';

interface Passes {
  /** The pause between two passes, ms. */
  readonly everyMs: number;
  /** Runs before each pass in every replica, also where another has the lease. */
  readonly prepare?: () => Promise<void>;
  /** It may be cut off anywhere; it ends early once the signal aborts. */
  readonly pass: (signal: AbortSignal) => Promise<void>;
  /** The log message of a pass that failed. */
  readonly failed: string;
}

/** Runs one pass after the other in the background while the service runs, in one replica at a time. */
export function runLeasedPasses(
  lease: Lease,
  lifecycle: Lifecycle,
  { everyMs, prepare, pass, failed }: Passes,
): void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await prepare?.();
        await lease.holdIfFree((lost) => pass(AbortSignal.any([signal, lost])));
      } catch (error) {
        logger.warn({ reason: reasonOf(error) }, failed);
      }
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  let running: Promise<void> = Promise.resolve();
  lifecycle.onStart(() => void (running = run()));
  lifecycle.onStop(async () => {
    stopping.abort();
    await running;
  });
}
