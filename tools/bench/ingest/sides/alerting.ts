import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../../durations.ts';
import type { Crossing, LoadPlan } from '../load-plan.ts';

/** Without a new entry or mail for this long, the rest count as lost. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 200;

/** The alerts of a step's crossings. */
export interface EntriesOutcome {
  /** Crossings, each of which should fire one alert, and actual entries of the alert log. */
  readonly expected: number;
  readonly fired: number;
  /** Whether each crossing has its entry, and there are no others. */
  readonly exact: boolean;
  /** From the due time of each crossing reading to its alert-log entry, ms; Infinity without one. */
  readonly toDecided: readonly number[];
}

/** The entries and the mails; of a side that sends no mails, none are expected. */
export interface AlertOutcome extends EntriesOutcome {
  readonly mailsExpected: number;
  readonly mailsSent: number;
  /** From the due time to the provider's receipt of the mail, ms. */
  readonly toProvider: readonly number[];
}

/** The alerts of a side, read from outside after a step. */
export interface Alerting {
  /** Waits until all expected entries and mails are there, or no more come. */
  outcomeOf(plan: LoadPlan): Promise<AlertOutcome>;
}

export const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** From when the crossing readings were due until these times, ms; Infinity without one. */
export const latencies = (
  plan: LoadPlan,
  crossings: readonly Crossing[],
  at: readonly (Date | undefined)[],
): number[] =>
  crossings.map(({ publish }, index) => (at[index]?.getTime() ?? Infinity) - plan.dueAt(publish));

/** Waits until `count` reaches `expected`, or no longer grows. */
export async function settled(expected: number, count: () => Promise<number>): Promise<void> {
  let last = await count();
  let grewAt = now();
  while (last < expected && now() - grewAt < PATIENCE_MS) {
    await delay(LOOK_EVERY_MS);
    const current = await count();
    if (current > last) grewAt = now();
    last = current;
  }
}
