import { type Figure, figureOf } from '../figures.ts';
import { atLeast, atMost, type Goal, judged, NONE } from '../goals.ts';
import { inMs, times } from '../tables.ts';
import type { SideKey } from './options.ts';
import type { CallFigures, CallKey, Results, SideResults } from './results.ts';

/** A figure of one call, over all rounds. */
export const overRounds = (
  { rounds }: SideResults,
  call: CallKey,
  of: (figures: CallFigures) => number,
): Figure => figureOf(rounds.map((round) => of(round[call])));

/** Telemon's calls a second divided by another side's, per round, because the machine's load differs between rounds. */
export const ratio = ({ sides }: Results, call: CallKey, to: SideKey): Figure => {
  const [telemon, other] = (['telemon', to] as const).map((key) => sides.find((side) => side.key === key));
  if (telemon === undefined || other === undefined) return figureOf([]);
  return figureOf(
    telemon.rounds.map((round, index) => round[call].perSecond / other.rounds[index]![call].perSecond),
  );
};

/** Compares the results with Telemon's goals for /v1. */
export function goalsOf(results: Results): Goal[] {
  const telemon = results.sides.find(({ key }) => key === 'telemon');
  if (telemon === undefined) return [];
  return [
    judged(
      'List of 20 rows, against the naive app',
      ['≥ 1.2×', atLeast(1.2)],
      ['≥ 2×', atLeast(2)],
      ratio(results, 'list', 'naive').median,
      times,
    ),
    judged(
      'List of 20 rows, against the same with its names copied',
      NONE,
      NONE,
      ratio(results, 'list', 'naive-copied').median,
      times,
    ),
    judged(
      'List of 20 rows, p99',
      NONE,
      ['≤ 50 ms', atMost(50)],
      overRounds(telemon, 'list', ({ latency }) => latency.p99).median,
      inMs,
    ),
  ];
}
