import type { Place, periodLog } from '@telemon/contracts/alerting/period-log';
import type { RequestOf } from '@telemon/contracts/call';
import { DAY_MS } from '@telemon/contracts/durations';
import type { DeviceScope } from '../scope/known-devices.ts';

/** Rows of a step. */
const ROWS_OF_STEP = 500;
/** Nearly all rows of a period began at most this long before it: they are read in the order of their beginnings. Older rows are read separately. */
const MOSTLY_BEGAN_WITHIN_MS = 31 * DAY_MS;

/** The rows of a period of which a step reads the next ones. */
export interface PeriodStep {
  /** They were open then, or later. */
  readonly openAt: Date;
  /** They began at this instant or later; null: at any time. */
  readonly beganFrom: Date | null;
  readonly beganBefore: Date;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly most: number;
}

/** The rows of a log that were open in a period, newest first. */
interface PeriodRows<Row> {
  ofPeriod(scope: DeviceScope, step: PeriodStep): Promise<Row[]>;
}

/** A step that a caller asks for. */
export type AskedStep = RequestOf<typeof periodLog.entries>;

/**
 * A step through the rows in scope that were open at some time of a period, newest first. `next` is the place behind its last row;
 * null if there are no more rows.
 */
export const readStep = async <Row extends { _id: string }>(
  log: PeriodRows<Row>,
  { scope, asked, beginningOf }: { scope: DeviceScope; asked: AskedStep; beginningOf: (row: Row) => Date },
): Promise<{ rows: Row[]; next: Place | null }> => {
  const openAt = new Date(asked.from);
  const longBefore = new Date(openAt.getTime() - MOSTLY_BEGAN_WITHIN_MS);
  const after = asked.after && { at: new Date(asked.after.at), id: asked.after.id };
  const lately = { beganFrom: longBefore, beganBefore: new Date(asked.to) };
  const rows = await log.ofPeriod(scope, { openAt, after, ...lately, most: ROWS_OF_STEP });
  const left = ROWS_OF_STEP - rows.length;
  if (left > 0) {
    const longAgo = { beganFrom: null, beganBefore: longBefore };
    rows.push(...(await log.ofPeriod(scope, { openAt, after, ...longAgo, most: left })));
  }
  const last = rows.length === ROWS_OF_STEP ? rows.at(-1) : undefined;
  return { rows, next: last ? { at: beginningOf(last).toISOString(), id: last._id } : null };
};
