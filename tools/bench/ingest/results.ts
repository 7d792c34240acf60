import type { Spread } from '../durations.ts';
import { type Figure, figureOf } from '../figures.ts';
import type { SideRounds } from '../in-turns.ts';
import type { Machine } from '../machine.ts';
import type { StepFigures } from './measure-step.ts';
import type { BenchOptions, SideKey } from './options.ts';
import type { SideFigures } from './rounds.ts';

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly options: Omit<BenchOptions, 'profile' | 'write' | 'sides'>;
  readonly sides: readonly SideResults[];
}

/** A figure of a round, if it was found. */
export type FigureIn = (round: SideFigures) => number | null | undefined;

export type SideResults = SideRounds<SideKey, SideFigures>;

/** Whether a side has alerts: it is measured as Telemon is, and must be as exact. */
export const evaluates = (key: SideKey): boolean =>
  key === 'telemon' || key === 'telemon-without-log' || key === 'bare';

export const sideOf = ({ sides }: Results, key: SideKey): SideResults | undefined =>
  sides.find((side) => side.key === key);

/** The full-length steps of a round at this rate. */
const stepsIn = (
  { steps }: SideFigures,
  rate: number,
  seconds: number,
  readingsPerPublish = 1,
): StepFigures[] =>
  steps.filter(
    (step) => step.rate === rate && step.seconds >= seconds && step.readingsPerPublish === readingsPerPublish,
  );

/** The steps of all rounds. */
export const stepsAt = (
  { rounds }: SideResults,
  rate: number,
  seconds: number,
  readingsPerPublish = 1,
): StepFigures[] => rounds.flatMap((round) => stepsIn(round, rate, seconds, readingsPerPublish));

/** The rates of full-length steps, ascending. */
export const ratesOf = ({ rounds }: SideResults, seconds: number, readingsPerPublish: number): number[] => {
  const steps = rounds
    .flatMap((round) => round.steps)
    .filter((step) => step.seconds >= seconds && step.readingsPerPublish === readingsPerPublish);
  return [...new Set(steps.map(({ rate }) => rate))].sort((a, b) => a - b);
};

/** The distributions of steps that have durations of this kind. */
export const spreadsOf = (
  steps: readonly StepFigures[],
  of: (step: StepFigures) => Spread | undefined,
): Spread[] => steps.map(of).filter((spread): spread is Spread => spread !== undefined && spread.count > 0);

/** NaN where no rate was tried, 0 where none was held. */
export const highestOf = (side: SideResults): Figure =>
  figureOf(side.rounds.map(({ highest }) => highest).filter((highest) => highest !== null));

/**
 * Telemon's figure as a multiple of another side's in the same round, so that a change in the machine's load cancels out; NaN if
 * no round has both.
 */
export function multipleOf(results: Results, key: SideKey, of: FigureIn, ofOther: FigureIn = of): Figure {
  const ours = sideOf(results, 'telemon')?.rounds ?? [];
  const theirs = sideOf(results, key)?.rounds ?? [];
  const multiples = ours.map((round, index) => {
    const other = theirs[index];
    return (of(round) ?? NaN) / ((other && ofOther(other)) ?? NaN);
  });
  return figureOf(multiples.filter(Number.isFinite));
}

/** The highest rate that a side was to try, if it held all before. */
export const mostTried = ({ options }: Results, key: SideKey): number | undefined =>
  (evaluates(key) ? options.rates : options.comparatorRates).at(-1);

/** Telemon's highest rate as a multiple of another side's. One that held the highest rate tried may hold more: it has no figure. */
export const highestMultiple = (results: Results, key: SideKey): Figure =>
  multipleOf(
    results,
    key,
    ({ highest }) => highest,
    ({ highest }) => (highest === mostTried(results, key) ? null : highest),
  );

/** The multiple of bare's highest rate, with ten readings a publish. */
export const batchedMultiple = (results: Results): Figure =>
  multipleOf(
    results,
    'bare',
    ({ highestBatched }) => highestBatched,
    ({ highestBatched }) => (highestBatched === results.options.batchRates.at(-1) ? null : highestBatched),
  );

/** CPU time per reading at this rate, microseconds, with the later cost of sealing; undefined without a full-length step. */
export const cpuIn =
  (rate: number, seconds: number, readingsPerPublish = 1) =>
  (round: SideFigures): number | undefined => {
    const [step] = stepsIn(round, rate, seconds, readingsPerPublish);
    return step && step.cpuUsPerReading + (round.sealing?.cpuUsPerReading ?? 0);
  };

/** Memory (PSS) of the processes whose names fit, MB. */
export const memoryOf = (step: StepFigures, fits: (name: string) => boolean): number =>
  step.processes.filter(({ name }) => fits(name)).reduce((sum, { pssMb }) => sum + pssMb, 0);
