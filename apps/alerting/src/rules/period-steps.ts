import type { Place, periodLog } from '@telemon/contracts/alerting/period-log';
import type { RequestOf } from '@telemon/contracts/call';
import type { DeviceScope } from '../scope/known-devices.ts';

/** Rows of a step. */
export const ROWS_OF_STEP = 500;
/** Most rows that are open since long before a period. */
export const MOST_OPEN_SINCE_LONG = 1_000;
/** A row that began longer before a period is found only while it is open. */
const LOOKED_BACK_MS = 31 * 24 * 3_600_000;

/** A step through the rows of a period. */
export interface PeriodStep {
  readonly from: Date;
  /** The first instant behind the period. */
  readonly to: Date;
  /** The earliest beginning of the rows that are read in steps. */
  readonly since: Date;
  readonly after: { readonly at: Date; readonly id: string } | null;
}

/** The rows of a log that were open in a period. */
interface PeriodRows<Row> {
  ofPeriod(scope: DeviceScope, step: PeriodStep): Promise<Row[]>;
  openSinceBefore(scope: DeviceScope, instant: Date): Promise<Row[]>;
}

/** A step that a caller asks for. */
export type AskedStep = RequestOf<typeof periodLog.entries>;

const stepOf = ({ from, to, after }: AskedStep): PeriodStep => ({
  from: new Date(from),
  to: new Date(to),
  since: new Date(Date.parse(from) - LOOKED_BACK_MS),
  after: after && { at: new Date(after.at), id: after.id },
});

/**
 * A step through the rows in scope that were open at some time of a period, newest first. The first one begins with those that
 * are open since long before. `next` is the place behind its last row; null if there are no more rows.
 */
export const readStep = async <Row extends { _id: string }>(
  log: PeriodRows<Row>,
  { scope, asked, beginningOf }: { scope: DeviceScope; asked: AskedStep; beginningOf: (row: Row) => Date },
): Promise<{ rows: Row[]; next: Place | null }> => {
  const step = stepOf(asked);
  const old = step.after ? [] : await log.openSinceBefore(scope, step.since);
  const found = await log.ofPeriod(scope, step);
  const last = found.length === ROWS_OF_STEP ? found.at(-1) : undefined;
  const next = last ? { at: beginningOf(last).toISOString(), id: last._id } : null;
  return { rows: [...old, ...found], next };
};
