import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { Page, pageOf } from '../page.ts';
import { StreamedFile } from '../streamed-file.ts';

export const Activity = z.enum(['Active', 'Inactive']);
export const Frequency = z.enum(['Weekly', 'Monthly']);
export type Frequency = z.infer<typeof Frequency>;

export const DAYS_OF_WEEK = 7;
/** Months without the day get the report on their last one. */
export const DAYS_OF_MONTH = 30;

/** Weekly: 1 to 7, Monday to Sunday. Monthly: the day of the month. In the installation's time zone. */
const fields = {
  autoAlert: Activity,
  autoEvent: Activity,
  frequency: Frequency,
  day: z.int().min(1).max(DAYS_OF_MONTH),
  hour: z.int().min(0).max(23),
};

/** When a user gets reports, and about what. */
export const AutoReport = z
  .strictObject(fields)
  .refine(({ frequency, day }) => frequency !== 'Weekly' || day <= DAYS_OF_WEEK, {
    path: ['day'],
    error: `At most ${DAYS_OF_WEEK}`,
  });
export type AutoReport = z.infer<typeof AutoReport>;

/** The documented values of a user who has set none. */
export const AUTO_REPORT_DEFAULTS: AutoReport = {
  autoAlert: 'Inactive',
  autoEvent: 'Inactive',
  frequency: 'Monthly',
  day: 1,
  hour: 0,
};

/** The same with the time of the next report; null while both are inactive. */
export const PlannedReport = z.object(fields).extend({
  nextRunAt: z.string().nullable(),
  /** The time zone of day and hour. */
  timeZone: z.string(),
});
export type PlannedReport = z.infer<typeof PlannedReport>;

/**
 * One report of a user. `waiting` until its e-mail is sent; `missed`: Telemon did not run within 24 hours of its time. `late`: it was
 * sent later than planned.
 */
export const ReportRun = z.object({
  id: Id,
  /** When it was planned for, or asked for. */
  dueAt: z.string(),
  /** The period that it is about, without its last instant. */
  from: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'missed']),
  isAsked: z.boolean(),
  isLate: z.boolean(),
  sentAt: z.string().nullable(),
  /** Why it failed or waits. */
  reason: z.string().nullable(),
  /** Size of its spreadsheet, bytes; null if it has none. */
  fileBytes: z.int().nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

/** How long runs and their spreadsheets are kept. */
export const RUNS_KEPT_DAYS = 90;

export const autoReports = {
  get: call('reporting.auto-reports.get', z.strictObject({}), PlannedReport),
  save: call('reporting.auto-reports.save', AutoReport, PlannedReport),
  /** A report now, about the time since the last planned one; the same again within five minutes, unless it failed. */
  sendNow: call('reporting.auto-reports.send-now', z.strictObject({}), ReportRun),
  /** Newest first. */
  runs: call('reporting.auto-reports.runs', Page, pageOf('runs', ReportRun)),
  run: call('reporting.auto-reports.run', z.strictObject({ id: Id }), ReportRun),
  file: call(
    'reporting.auto-reports.file',
    z.strictObject({ id: Id, format: z.literal('xlsx') }),
    StreamedFile,
  ),
};
