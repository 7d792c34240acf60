import type { Spread } from '../durations.ts';
import { type Figure, figureOf } from '../figures.ts';
import type { SideRounds } from '../in-turns.ts';
import type { Machine } from '../machine.ts';
import type { StepFigures } from './measure-step.ts';
import type { BenchOptions, SideKey } from './options.ts';
import type { SideFigures } from './rounds.ts';
import type { SinkChannel } from './sink/sink-messages.ts';

export type SideResults = SideRounds<SideKey, SideFigures>;

/** The results of one run of the benchmark. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly options: Omit<BenchOptions, 'write' | 'sides'>;
  readonly sides: readonly SideResults[];
}

export const sideOf = ({ sides }: Results, key: SideKey): SideResults | undefined =>
  sides.find((side) => side.key === key);

/** The steps of all rounds at a rate, with ten alerts a device. */
export const stepsAt = ({ rounds }: SideResults, rate: number): StepFigures[] =>
  rounds.flatMap(({ steps }) => steps.filter((step) => step.rate === rate));

/** How long each step's alerts took to be decided; none for a side without an alert log. */
export const decided = (steps: readonly StepFigures[]): Spread[] =>
  steps.flatMap(({ entries }) => (entries === null ? [] : [entries.toDecided]));

/** How long each step's messages of a channel took. */
export const arrived = (steps: readonly StepFigures[], channel: SinkChannel): Spread[] =>
  steps.map(({ channels }) => channels[channel].latency);

/** The longest time of a message of each breach, in the slower channel, seconds. */
export const lastOfBreach = ({ rounds }: SideResults): Figure =>
  figureOf(
    rounds.map(
      ({ breach }) => Math.max(breach.channels.sms.latency.max, breach.channels.mqtt.latency.max) / 1_000,
    ),
  );

/** CPU time per reading with a hundred alerts a device, as a multiple of that with ten in the same round. */
export const costOfMoreAlerts = ({ rounds }: SideResults): Figure =>
  figureOf(
    rounds.flatMap(({ steps, moreAlerts }) => {
      const ten = steps.at(-1);
      return moreAlerts === null || ten === undefined
        ? []
        : [moreAlerts.cpuUsPerReading / ten.cpuUsPerReading];
    }),
  );
