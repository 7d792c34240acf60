import { type Figure, figureOf } from '../figures.ts';
import { atLeast, atMost, type Goal, judged, judgedSpread, NONE } from '../goals.ts';
import { isService } from '../processes.ts';
import { thousands, times } from '../tables.ts';
import {
  batchedMultiple,
  cpuIn,
  highestMultiple,
  highestOf,
  memoryOf,
  multipleOf,
  type Results,
  type SideResults,
  sideOf,
  spreadsOf,
  stepsAt,
} from './results.ts';

/** A multiple of another side's figure. */
const multiple = (value: number) => `${value.toFixed(2)}×`;
/** The same of a highest rate, of which Telemon held none if it is 0. */
const multipleOfRate = (value: number) => (value === 0 ? 'none held' : multiple(value));
const percent = (value: number) => `${value.toFixed(1)} %`;
const megabytes = (value: number) => `${Math.round(value)} MB`;

/** Compares the results with Telemon's goals for intake. */
export function goalsOf(results: Results): Goal[] {
  const telemon = sideOf(results, 'telemon');
  if (telemon === undefined) return [];
  const { seconds } = results.options;
  const half = Math.round(highestOf(telemon).median / 2);
  const highestTo = (key: SideResults['key']) => highestMultiple(results, key).median;
  const cpuTo = (key: SideResults['key'], rate: number) =>
    multipleOf(results, key, cpuIn(rate, seconds)).median;
  const overRounds = (of: (round: SideResults['rounds'][number]) => number): Figure =>
    figureOf(telemon.rounds.map(of));
  const atHalf = stepsAt(telemon, half, seconds);
  const memory = (fits: (name: string) => boolean) =>
    figureOf(atHalf.map((step) => memoryOf(step, fits))).median;
  const storms = telemon.rounds.map(({ storm }) => storm).filter((storm) => storm !== null);
  const lastMail = figureOf(storms.map(({ alerts }) => alerts?.toProvider.max ?? NaN)).median / 1_000;
  return [
    judged(
      'Highest rate beside bare, ten alerts a device',
      ['≥ 0.7×', atLeast(0.7)],
      ['≥ 0.85×', atLeast(0.85)],
      highestTo('bare'),
      multipleOfRate,
    ),
    judged(
      'The same, ten readings a publish',
      NONE,
      ['≥ 0.85×', atLeast(0.85)],
      batchedMultiple(results).median,
      multipleOfRate,
    ),
    ...[2_000, 8_000].map((rate) =>
      judged(
        `CPU per reading beside bare at ${thousands(rate)}/s, sealing included`,
        ['≤ 1.3×', atMost(1.3)],
        ['≤ 1.15×', atMost(1.15)],
        cpuTo('bare', rate),
        multiple,
      ),
    ),
    judged(
      'Highest rate beside Telemon without the log of all messages',
      ['≥ 0.9×', atLeast(0.9)],
      NONE,
      highestTo('telemon-without-log'),
      multipleOfRate,
    ),
    judged(
      'CPU per reading beside it at 8,000/s',
      ['≤ 1.1×', atMost(1.1)],
      NONE,
      cpuTo('telemon-without-log', 8_000),
      multiple,
    ),
    judged(
      'Idle, of the machine',
      ['≤ 10 %', atMost(10)],
      ['≤ 6 %', atMost(6)],
      overRounds(({ idle }) => idle.cpuShare).median,
      percent,
    ),
    judged(
      'Against the naive NestJS app',
      ['≥ 3×', atLeast(3)],
      ['≥ 4×', atLeast(4)],
      highestTo('naive-nest'),
      times,
    ),
    judged('Against Node-RED', ['≥ 2×', atLeast(2)], ['≥ 3×', atLeast(3)], highestTo('node-red'), times),
    judged(
      'Against Node-RED batching by hand',
      NONE,
      ['≥ 1×', atLeast(1)],
      highestTo('node-red-batching'),
      times,
    ),
    judgedSpread(
      'Publish → stored at 500/s',
      [30, 80],
      [15, 40],
      spreadsOf(stepsAt(telemon, 500, seconds), (step) => step.toStored),
    ),
    judgedSpread(
      'Publish → stored at half',
      [50, 200],
      [25, 100],
      spreadsOf(atHalf, (step) => step.toStored),
    ),
    judgedSpread(
      'Publish → alert decided at 2,000/s',
      [25, 100],
      [15, 50],
      spreadsOf(stepsAt(telemon, 2_000, seconds), (step) => step.alerts?.toDecided),
    ),
    judgedSpread(
      'Publish → alert decided at half',
      [50, 250],
      [25, 120],
      spreadsOf(atHalf, (step) => step.alerts?.toDecided),
    ),
    judgedSpread(
      'Publish → provider has it at half',
      [100, 500],
      [50, 250],
      spreadsOf(atHalf, (step) => step.alerts?.toProvider),
    ),
    judged(
      'All devices breach in one second: the last',
      ['≤ 5 s', atMost(5)],
      ['≤ 2 s', atMost(2)],
      lastMail,
      (value) => (Number.isFinite(value) ? `${value.toFixed(1)} s` : 'never'),
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
      ['≤ 2,200 MB', atMost(2_200)],
      ['≤ 2,000 MB', atMost(2_000)],
      memory(() => true),
      megabytes,
    ),
  ];
}
