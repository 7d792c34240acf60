import { Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { setTimeout as delay } from 'node:timers/promises';
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
  private wake = new AbortController();
  private isStopping = false;

  constructor(
    private readonly planner: Planner,
    private readonly worker: Worker,
    lifecycle: Lifecycle,
  ) {
    let running: Promise<void> = Promise.resolve();
    lifecycle.onStart(() => void (running = this.run()));
    lifecycle.onStop(async () => {
      this.isStopping = true;
      worker.stop();
      this.nudge();
      await running;
    });
  }

  /** Looks for reports now rather than in a few seconds. */
  nudge(): void {
    this.wake.abort();
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.wake = new AbortController();
      for (const pass of [() => this.planner.pass(), () => this.worker.pass()])
        await pass().catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'reports wait'));
      await delay(WAKES_EVERY_MS, undefined, { signal: this.wake.signal }).catch(() => undefined);
    }
  }
}
