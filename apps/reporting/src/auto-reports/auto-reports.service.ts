import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import {
  AUTO_REPORT_DEFAULTS,
  type AutoReport,
  type PlannedReport,
} from '@telemon/contracts/reporting/auto-reports';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { ReportingVariables } from '../config.ts';
import { type AutoReportDocument, AutoReportsRepository } from './auto-reports.repository.ts';
import { nextAfter } from './schedule.ts';

/** Whether a user wants any report. */
export const isActive = ({ autoAlert, autoEvent }: AutoReport): boolean =>
  autoAlert === 'Active' || autoEvent === 'Active';

/** Since when an active report is active; a former version didn't store it, and the report has been active for long. */
const sinceOf = ({ activeSince }: AutoReportDocument): Date => activeSince ?? new Date(0);

@Injectable()
export class AutoReportsService {
  private readonly zone: string;

  constructor(
    private readonly repository: AutoReportsRepository,
    private readonly mongo: Mongo,
    @Inject(CONFIG) { TIMEZONE }: Pick<ReportingVariables, 'TIMEZONE'>,
  ) {
    this.zone = TIMEZONE;
  }

  async get(actor: Actor): Promise<PlannedReport> {
    const known = await this.repository.find(actor.id);
    return this.planned(known ?? { ...AUTO_REPORT_DEFAULTS, nextAt: null });
  }

  /** The next report is the first one of the new plan after now; a report of the former plan that was not planned yet is left out. */
  async save(actor: Actor, report: AutoReport): Promise<PlannedReport> {
    const now = await this.mongo.now();
    const known = await this.repository.find(actor.id);
    const nextAt = isActive(report) ? new Date(nextAfter(report, this.zone, now)) : null;
    const activeSince = nextAt && (known?.nextAt ? sinceOf(known) : new Date(now));
    await this.repository.save({ _id: actor.id, ...report, nextAt, activeSince });
    return this.planned({ ...report, nextAt });
  }

  /** A user's report as it is stored; null: the user has never saved one. */
  find(userId: string): Promise<AutoReportDocument | null> {
    return this.repository.find(userId);
  }

  /** The reports that are due at an instant, the longest due first. */
  due(instant: number, most: number): Promise<AutoReportDocument[]> {
    return this.repository.due(instant, most);
  }

  /** Sets the next planned instant, unless the report was changed since it was read. */
  plan(report: AutoReportDocument, nextAt: Date): Promise<void> {
    return this.repository.plan(report, nextAt);
  }

  /** Puts a planned instant back to an earlier one. */
  planBack(userId: string, nextAt: Date, session: ClientSession): Promise<void> {
    return this.repository.planBack(userId, nextAt, session);
  }

  /** Users who have a report, in the order of their ids: those behind `userId`. */
  usersAfter(userId: string, most: number): Promise<string[]> {
    return this.repository.usersAfter(userId, most);
  }

  remove(userId: string): Promise<void> {
    return this.repository.remove(userId);
  }

  private planned({
    autoAlert,
    autoEvent,
    frequency,
    day,
    hour,
    nextAt,
  }: AutoReport & { nextAt: Date | null }): PlannedReport {
    const plan = { autoAlert, autoEvent, frequency, day, hour };
    return { ...plan, nextRunAt: nextAt?.toISOString() ?? null, timeZone: this.zone };
  }
}
