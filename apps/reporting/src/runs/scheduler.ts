import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { runPasses } from '@telemon/platform/passes';
import { Planner } from './planner.ts';
import { Worker } from './worker.ts';

/** How often a process looks for reports that are due, ms. */
const WAKES_EVERY_MS = 5_000;

/**
 * Wakes planner and worker while the service runs. It decides nothing: MongoDB does, so that any number of processes may be woken
 * at any time.
 */
@Injectable()
export class Scheduler {
  /** Looks for reports now rather than in a few seconds. */
  readonly nudge: () => void;

  constructor(planner: Planner, worker: Worker, lifecycle: Lifecycle) {
    this.nudge = runPasses(lifecycle, {
      everyMs: WAKES_EVERY_MS,
      parts: [() => planner.pass(), (signal) => worker.pass(signal)],
      failed: 'reports wait',
    });
  }
}
