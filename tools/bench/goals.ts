import type { Spread } from './durations.ts';
import { figureOf } from './figures.ts';
import { ms, table } from './tables.ts';

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

type Pair = readonly [p50: number, p99: number];
const pairOf = ([p50, p99]: Pair) => `${p50}/${p99} ms`;

/** p50 and p99 together, medians of the rounds: the worse of the two counts. */
export const judgedSpread = (what: string, goal: Pair, beyond: Pair, spreads: readonly Spread[]): Goal => {
  const p50 = figureOf(spreads.map((spread) => spread.p50)).median;
  const p99 = figureOf(spreads.map((spread) => spread.p99)).median;
  const within = ([most50, most99]: Pair) => p50 <= most50 && p99 <= most99;
  const reached = within(beyond) ? 'beyond' : within(goal) ? 'goal' : 'missed';
  return {
    what,
    goal: pairOf(goal),
    beyond: pairOf(beyond),
    found: spreads.length === 0 ? '–' : `${ms(p50)}/${ms(p99)} ms`,
    reached: spreads.length === 0 ? 'not measured' : reached,
  };
};

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
