import { table } from './tables.ts';

/** A goal, and the measured value. */
export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly beyond: string;
  readonly found: string;
  readonly reached: 'beyond' | 'goal' | 'missed' | 'not measured' | '';
}

type Bound = (value: number) => boolean;
/** For a figure that lacks one of the two bounds. */
export const NONE = ['–', null] as const;
export const atLeast =
  (bound: number): Bound =>
  (value) =>
    value >= bound;
export const atMost =
  (bound: number): Bound =>
  (value) =>
    value <= bound;

export const judged = (
  what: string,
  [goal, meetsGoal]: readonly [string, Bound | null],
  [beyond, meetsBeyond]: readonly [string, Bound | null],
  value: number,
  show: (value: number) => string,
): Goal => ({
  what,
  goal,
  beyond,
  found: Number.isNaN(value) ? '–' : show(value),
  reached: verdict(value, meetsGoal, meetsBeyond),
});

const verdict = (value: number, meetsGoal: Bound | null, meetsBeyond: Bound | null): Goal['reached'] => {
  if (Number.isNaN(value)) return 'not measured';
  if (meetsBeyond?.(value)) return 'beyond';
  if (meetsGoal === null) return '';
  return meetsGoal(value) ? 'goal' : 'missed';
};

export const goalsTable = (goals: readonly Goal[]): string =>
  table(
    ['', 'goal', 'beyond', 'found', ''],
    goals.map(({ what, goal, beyond, found, reached }) => [what, goal, beyond, found, reached]),
  );
