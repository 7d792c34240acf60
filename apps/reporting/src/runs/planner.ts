import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AutoReportDocument } from '../auto-reports/auto-reports.repository.ts';
import { AutoReportsService } from '../auto-reports/auto-reports.service.ts';
import { nextAfter, periodBefore } from '../auto-reports/schedule.ts';
import type { ReportingVariables } from '../config.ts';
import { newRun, runIdOf } from './run-document.ts';
import { RunsRepository } from './runs.repository.ts';

/** A report that is due for longer counts as missed, and is not sent. */
const MADE_UP_FOR_MS = DAY_MS;
const REPORTS_OF_STEP = 100;

/**
 * Stores a run for each period of each report that is due, by the clock of the database. Any number of replicas may do so at once:
 * a period's run has one id.
 */
@Injectable()
export class Planner {
  private readonly zone: string;

  constructor(
    private readonly reports: AutoReportsService,
    private readonly runs: RunsRepository,
    private readonly mongo: Mongo,
    @Inject(CONFIG) { TIMEZONE }: Pick<ReportingVariables, 'TIMEZONE'>,
  ) {
    this.zone = TIMEZONE;
  }

  /** @param now The time of the database. */
  async pass(now?: number): Promise<void> {
    const present = now ?? (await this.mongo.now());
    await this.undoLeaps(present);
    for (;;) {
      const due = await this.reports.due(present, REPORTS_OF_STEP);
      for (const report of due) await this.plan(report, present);
      if (due.length < REPORTS_OF_STEP) return;
    }
  }

  private async plan(report: AutoReportDocument, now: number): Promise<void> {
    let due = report.nextAt!.getTime();
    while (due <= now) {
      await this.runs.addUnlessThere(await this.runOf(report, due, now));
      due = nextAfter(report, this.zone, due);
    }
    await this.reports.plan(report, new Date(due));
  }

  private async runOf(report: AutoReportDocument, due: number, now: number) {
    const lastEnd = await this.runs.lastPlannedEnd(report._id, due);
    const dueAt = new Date(due);
    return newRun(
      {
        _id: runIdOf(report._id, dueAt.toISOString()),
        userId: report._id,
        dueAt,
        from: new Date(
          periodBefore(report, this.zone, due, { lastEnd, activeSince: report.activeSince ?? null }),
        ),
        to: dueAt,
        ofAlerts: report.autoAlert === 'Active',
        ofEvents: report.autoEvent === 'Active',
        isAsked: false,
      },
      { state: now - due > MADE_UP_FOR_MS ? 'missed' : 'waiting', now },
    );
  }

  /** A clock that leapt ahead has made runs missed that are not: they are planned again. */
  private async undoLeaps(now: number): Promise<void> {
    const missed = await this.runs.missedAfter(now - MADE_UP_FOR_MS);
    for (const [userId, runs] of Map.groupBy(missed, (run) => run.userId)) {
      // In one transaction: if the run were gone and the plan still the later one, the report would be lost.
      await this.mongo.transaction(async (session) => {
        await this.runs.removeMissed(runs, session);
        await this.reports.planBack(userId, runs[0]!.dueAt, session);
      });
    }
  }
}
