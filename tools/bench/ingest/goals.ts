import type { Spread } from '../durations.ts';
import { type Figure, figureOf } from '../figures.ts';
import { atLeast, atMost, type Goal, judged, NONE } from '../goals.ts';
import { isService } from '../processes.ts';
import { ms, thousands, times } from '../tables.ts';
import type { StepFigures } from './measure-step.ts';
import { highestOf, memoryOf, type Results, type SideResults, stepsAt } from './results.ts';

const pairOf = ([most50, most99]: readonly [number, number]) => `${most50}/${most99} ms`;

/** p50 and p99 together: the worse of the two counts. */
const judgedSpread = (
  what: string,
  goal: readonly [number, number],
  beyond: readonly [number, number],
  steps: readonly StepFigures[],
  of: (step: StepFigures) => Spread | undefined,
): Goal => {
  const spreads = steps.map(of).filter((spread) => spread !== undefined);
  const p50 = figureOf(spreads.map((spread) => spread.p50)).median;
  const p99 = figureOf(spreads.map((spread) => spread.p99)).median;
  const within = ([most50, most99]: readonly [number, number]) => p50 <= most50 && p99 <= most99;
  const reached = within(beyond) ? 'beyond' : within(goal) ? 'goal' : 'missed';
  return {
    what,
    goal: pairOf(goal),
    beyond: pairOf(beyond),
    found: spreads.length === 0 ? '–' : `${ms(p50)}/${ms(p99)} ms`,
    reached: spreads.length === 0 ? 'not measured' : reached,
  };
};

const perSecond = (value: number) => `${thousands(value)}/s`;
const microseconds = (value: number) => `${Math.round(value)} µs`;
const percent = (value: number) => `${value.toFixed(1)} %`;
const megabytes = (value: number) => `${Math.round(value)} MB`;

/** Compares the results with Telemon's goals for intake. */
export function goalsOf({ sides, options }: Results): Goal[] {
  const telemon = sides.find(({ key }) => key === 'telemon');
  if (telemon === undefined) return [];
  const { seconds } = options;
  const highest = highestOf(telemon).median;
  const half = Math.round(highest / 2);
  const cpuAt = (rate: number) =>
    figureOf(stepsAt(telemon, rate, seconds).map((step) => step.cpuUsPerReading)).median;
  const against = (key: SideResults['key']) => {
    const other = sides.find((side) => side.key === key);
    return other === undefined ? NaN : highest / highestOf(other).median;
  };
  const overRounds = (of: (round: SideResults['rounds'][number]) => number): Figure =>
    figureOf(telemon.rounds.map(of));
  const atHalf = stepsAt(telemon, half, seconds);
  const memory = (fits: (name: string) => boolean) =>
    figureOf(atHalf.map((step) => memoryOf(step, fits))).median;
  const storms = telemon.rounds.map(({ storm }) => storm).filter((storm) => storm !== null);
  const lastMail = figureOf(storms.map(({ alerts }) => alerts?.toProvider.max ?? NaN)).median / 1_000;
  return [
    judged(
      'Highest rate, ten alerts a device',
      ['≥ 7,000/s', atLeast(7_000)],
      ['≥ 10,000/s', atLeast(10_000)],
      highest,
      perSecond,
    ),
    judged(
      'The same, ten readings a publish',
      NONE,
      ['≥ 25,000/s', atLeast(25_000)],
      overRounds(({ highestBatched }) => highestBatched ?? NaN).median,
      perSecond,
    ),
    judged(
      'CPU per reading at 2,000/s',
      ['≤ 650 µs', atMost(650)],
      ['≤ 500 µs', atMost(500)],
      cpuAt(2_000),
      microseconds,
    ),
    judged(
      'CPU per reading at 8,000/s',
      ['≤ 230 µs', atMost(230)],
      ['≤ 170 µs', atMost(170)],
      cpuAt(8_000),
      microseconds,
    ),
    judged(
      'Idle, of the machine',
      ['≤ 15 %', atMost(15)],
      NONE,
      overRounds(({ idle }) => idle.cpuShare).median,
      percent,
    ),
    judged(
      'Against the naive NestJS app',
      ['≥ 3×', atLeast(3)],
      ['≥ 4×', atLeast(4)],
      against('naive-nest'),
      times,
    ),
    judged('Against Node-RED', ['≥ 2×', atLeast(2)], ['≥ 3×', atLeast(3)], against('node-red'), times),
    judged(
      'Against Node-RED batching by hand',
      NONE,
      ['≥ 1×', atLeast(1)],
      against('node-red-batching'),
      times,
    ),
    judgedSpread(
      'Publish → stored at 500/s',
      [30, 80],
      [15, 40],
      stepsAt(telemon, 500, seconds),
      (step) => step.toStored,
    ),
    judgedSpread('Publish → stored at half', [50, 200], [25, 100], atHalf, (step) => step.toStored),
    judgedSpread(
      'Publish → alert decided at 2,000/s',
      [25, 100],
      [15, 50],
      stepsAt(telemon, 2_000, seconds),
      (step) => step.alerts?.toDecided,
    ),
    judgedSpread(
      'Publish → alert decided at half',
      [50, 250],
      [25, 120],
      atHalf,
      (step) => step.alerts?.toDecided,
    ),
    judgedSpread(
      'Publish → provider has it at half',
      [100, 500],
      [50, 250],
      atHalf,
      (step) => step.alerts?.toProvider,
    ),
    judged(
      'All devices breach in one second: the last',
      ['≤ 5 s', atMost(5)],
      ['≤ 2 s', atMost(2)],
      lastMail,
      (value) => `${value.toFixed(1)} s`,
    ),
    judged(
      'Memory of the services at half',
      ['≤ 1,100 MB', atMost(1_100)],
      ['≤ 900 MB', atMost(900)],
      memory(isService),
      megabytes,
    ),
    judged(
      'Memory of everything at half',
      ['≤ 2,500 MB', atMost(2_500)],
      ['≤ 2,000 MB', atMost(2_000)],
      memory(() => true),
      megabytes,
    ),
  ];
}
