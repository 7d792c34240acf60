import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { AUTO_REPORT_DEFAULTS, type ReportRun } from '@telemon/contracts/reporting/auto-reports';
import { type StreamedFile, sheetFile } from '@telemon/contracts/streamed-file';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { AutoReportsService, isActive } from '../auto-reports/auto-reports.service.ts';
import { periodBefore } from '../auto-reports/schedule.ts';
import type { ReportingVariables } from '../config.ts';
import { SHEET_NAME } from '../letters/report-writer.ts';
import { newRun, runIdOf, shown } from './run-document.ts';
import { noFile } from '../kept-files/kept-files.errors.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { runNotFound } from './runs.errors.ts';
import { RunsRepository } from './runs.repository.ts';
import { Scheduler } from './scheduler.ts';

/** A user gets one ordered report in this time, ms. */
const ONE_IN_MS = 5 * MINUTE_MS;

/** A user's own runs. No other user sees them, not even an admin: they are letters. */
@Injectable()
export class RunsService {
  private readonly zone: string;

  constructor(
    private readonly runs: RunsRepository,
    private readonly files: KeptFiles,
    private readonly reports: AutoReportsService,
    private readonly scheduler: Scheduler,
    private readonly outgoing: OutgoingFiles,
    private readonly mongo: Mongo,
    @Inject(CONFIG) { TIMEZONE }: Pick<ReportingVariables, 'TIMEZONE'>,
  ) {
    this.zone = TIMEZONE;
  }

  async list(actor: Actor, page: { offset: number; limit: number }) {
    const { rows, totalCount } = await this.runs.page(actor.id, page);
    return { runs: rows.map(shown), pagination: { totalCount } };
  }

  async get(actor: Actor, id: string): Promise<ReportRun> {
    const run = await this.runs.find(actor.id, id);
    if (run === null) throw runNotFound();
    return shown(run);
  }

  /**
   * Orders a report about the time since the last planned one; it covers alerts and events if the user has activated neither. A second order
   * within five minutes gets the same report, which is tried again if it failed.
   */
  async sendNow(actor: Actor): Promise<ReportRun> {
    const known = await this.reports.find(actor.id);
    const report = known ?? AUTO_REPORT_DEFAULTS;
    const activeSince = known?.activeSince ?? null;
    const now = await this.mongo.now();
    const _id = runIdOf(actor.id, `asked ${Math.floor(now / ONE_IN_MS)}`);
    const lastEnd = await this.runs.lastPlannedEnd(actor.id, now);
    const isIdle = !isActive(report);
    const about = {
      _id,
      userId: actor.id,
      dueAt: new Date(now),
      from: new Date(periodBefore(report, this.zone, now, { lastEnd, activeSince })),
      to: new Date(now),
      ofAlerts: isIdle || report.autoAlert === 'Active',
      ofEvents: isIdle || report.autoEvent === 'Active',
      isAsked: true,
    };
    await this.runs.addUnlessThere(newRun(about, { state: 'waiting', now }));
    await this.runs.tryAgain(actor.id, _id);
    this.scheduler.nudge();
    return this.get(actor, _id);
  }

  /** Begins to stream the spreadsheet of a run that was sent to an inbox. */
  async file(actor: Actor, id: string, inbox: string | undefined): Promise<StreamedFile> {
    const run = await this.runs.find(actor.id, id);
    if (run === null) throw runNotFound();
    const { fence, fileBytes } = run;
    if (fileBytes === null) throw noFile();
    this.outgoing.start(inbox, { run: id, userId: actor.id }, async (file) => {
      for await (const part of this.files.of(id, fence, fileBytes)) await file.write(part);
    });
    return sheetFile(SHEET_NAME, 'xlsx');
  }
}
