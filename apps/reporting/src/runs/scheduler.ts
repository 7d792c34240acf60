import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { runPasses } from '@telemon/platform/passes';
import { Planner } from './planner.ts';
import { ReportSender } from './report-sender.ts';

/** How often a process looks for reports that are due, ms. */
const WAKES_EVERY_MS = 5_000;
/** How often the reports of deleted users are looked for, ms. */
const CLEANED_EVERY_MS = 10 * MINUTE_MS;

/**
 * Wakes the planner and the report sender while the service runs. It decides nothing: MongoDB's documents tell what is due, so that any
 * number of processes may wake at any time.
 */
@Injectable()
export class Scheduler {
  private readonly begin: () => void;

  constructor(planner: Planner, reportSender: ReportSender, lifecycle: Lifecycle) {
    this.begin = runPasses(lifecycle, {
      // Planning doesn't wait for reports that are under way.
      parts: [() => planner.pass(), async () => reportSender.nudge()],
      failed: 'reports wait',
    });
    runPasses(lifecycle, {
      everyMs: CLEANED_EVERY_MS,
      parts: [() => reportSender.forgetDeleted()],
      failed: 'reports of deleted users wait',
    });
  }

  /** Looks for reports now rather than in a few seconds. */
  @Interval(WAKES_EVERY_MS)
  nudge(): void {
    this.begin();
  }
}
