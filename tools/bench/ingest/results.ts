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

export type SideResults = SideRounds<SideKey, SideFigures>;

/** The full-length steps at this rate, of all rounds. */
export const stepsAt = (
  { rounds }: SideResults,
  rate: number,
  seconds: number,
  readingsPerPublish = 1,
): StepFigures[] =>
  rounds.flatMap(({ steps }) =>
    steps.filter(
      (step) =>
        step.rate === rate && step.seconds >= seconds && step.readingsPerPublish === readingsPerPublish,
    ),
  );

/** The rates of full-length steps, ascending. */
export const ratesOf = ({ rounds }: SideResults, seconds: number, readingsPerPublish: number): number[] => {
  const steps = rounds
    .flatMap((round) => round.steps)
    .filter((step) => step.seconds >= seconds && step.readingsPerPublish === readingsPerPublish);
  return [...new Set(steps.map(({ rate }) => rate))].sort((a, b) => a - b);
};

export const highestOf = (side: SideResults): Figure => figureOf(side.rounds.map(({ highest }) => highest));

/** Memory (PSS) of the processes whose names fit, MB. */
export const memoryOf = (step: StepFigures, fits: (name: string) => boolean): number =>
  step.processes.filter(({ name }) => fits(name)).reduce((sum, { pssMb }) => sum + pssMb, 0);
