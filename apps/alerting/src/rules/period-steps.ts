import type { Place } from '@telemon/contracts/alerting/period-log';

/** Rows of a step. */
export const ROWS_OF_STEP = 500;
/** Most rows that are open since long before a period. */
export const MOST_OPEN_SINCE_LONG = 1_000;
/** What began longer before a period is found only while it is open. */
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

/** The step that a caller asks for. */
export const stepOf = ({
  from,
  to,
  after,
}: {
  from: string;
  to: string;
  after: Place | null;
}): PeriodStep => ({
  from: new Date(from),
  to: new Date(to),
  since: new Date(Date.parse(from) - LOOKED_BACK_MS),
  after: after && { at: new Date(after.at), id: after.id },
});

/** The place behind a step's last row; null if there are no more rows. */
export const nextAfter = <Row extends { _id: string }>(
  rows: readonly Row[],
  beginningOf: (row: Row) => Date,
): Place | null => {
  const last = rows.at(-1);
  return last && rows.length === ROWS_OF_STEP ? { at: beginningOf(last).toISOString(), id: last._id } : null;
};
