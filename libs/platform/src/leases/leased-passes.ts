import type { Lifecycle } from '../lifecycle.ts';
import { runPasses } from '../passes.ts';
import type { Lease } from './lease.ts';

interface LeasedPasses {
  /** The pause between two passes, ms. */
  readonly everyMs: number;
  /** Runs before each pass in every replica, also where another has the lease. */
  readonly prepare?: () => Promise<void>;
  /** The pass may be cut off anywhere; it ends early once the signal aborts. */
  readonly pass: (signal: AbortSignal) => Promise<void>;
  /** The log message of a pass that failed. */
  readonly failed: string;
}

/**
 * Runs one pass after the other in the background while the service runs, in one replica at a time. While another one has the
 * lease, this one looks again within its length, because its holder may have been killed.
 */
export function runLeasedPasses(
  lease: Lease,
  lifecycle: Lifecycle,
  { everyMs, prepare, pass, failed }: LeasedPasses,
): void {
  let isFree = true;
  const inOneReplica = async (signal: AbortSignal): Promise<void> => {
    await prepare?.();
    isFree = await lease.holdIfFree((lost) => pass(AbortSignal.any([signal, lost])));
  };
  const pauseMs = () => (isFree ? everyMs : Math.min(everyMs, lease.lastsMs));
  runPasses(lifecycle, { everyMs: pauseMs, parts: [inOneReplica], failed });
}
