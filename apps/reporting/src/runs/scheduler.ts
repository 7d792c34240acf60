import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
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
  private readonly begin: () => void;

  constructor(planner: Planner, worker: Worker, lifecycle: Lifecycle) {
    this.begin = runPasses(lifecycle, {
      parts: [() => planner.pass(), (signal) => worker.pass(signal)],
      failed: 'reports wait',
    });
  }

  /** Looks for reports now rather than in a few seconds. */
  @Interval(WAKES_EVERY_MS)
  nudge(): void {
    this.begin();
  }
}
