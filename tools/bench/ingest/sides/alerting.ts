import type { LoadPlan } from '../load-plan.ts';

/** What became of the crossings of a step. */
export interface AlertOutcome {
  /** Alerts that the crossings should have made fire, and entries of the alert log that there are. */
  readonly expected: number;
  readonly fired: number;
  /** Whether each alert fired as often as it was crossed, and no other did. */
  readonly exact: boolean;
  /** From when a crossing reading was due to its entry in the alert log, ms; one for each that is there. */
  readonly toDecided: readonly number[];
  readonly mailsExpected: number;
  readonly mailsSent: number;
  /** From when it was due to its mail being with the provider, ms. */
  readonly toProvider: readonly number[];
}

/** The alerts of a side, looked at from outside once a step is over. */
export interface Alerting {
  /** Waits until all that the step should have caused is there, or no more of it comes. */
  outcomeOf(plan: LoadPlan): Promise<AlertOutcome>;
}
