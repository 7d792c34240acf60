import type { LoadPlan } from '../load-plan.ts';

/** The alerts and mails of a step's crossings. */
export interface AlertOutcome {
  /** Crossings, each of which should fire one alert, and actual entries of the alert log. */
  readonly expected: number;
  readonly fired: number;
  /** Whether each crossing has its entry, and there are no others. */
  readonly exact: boolean;
  /** From the due time of each crossing reading to its alert-log entry, ms; Infinity without one. */
  readonly toDecided: readonly number[];
  readonly mailsExpected: number;
  readonly mailsSent: number;
  /** The same to the provider's receipt of the mail. */
  readonly toProvider: readonly number[];
}

/** The alerts of a side, read from outside after a step. */
export interface Alerting {
  /** Waits until all expected entries and mails are there, or no more come. */
  outcomeOf(plan: LoadPlan): Promise<AlertOutcome>;
}
