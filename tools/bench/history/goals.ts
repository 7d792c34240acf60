import { type Figure, figureOf } from '../figures.ts';
import { atLeast, atMost, type Goal, judged, NONE } from '../goals.ts';
import { inMs, times } from '../tables.ts';
import type { ChartFigures, ChartKey, Form, Results, SideKey } from './results.ts';

const inBytes = (value: number) => `${value.toFixed(1)} bytes`;
const share = (value: number) => `${value.toFixed(2)}×`;

/** Bytes on the disk for each reading, indexes included. */
export const bytesPerReading = ({ sizes }: Results, form: Form): number => {
  const { dataBytes, indexBytes, readings } = sizes[form];
  return (dataBytes + indexBytes) / readings;
};

/** A figure of one side's charts, over all rounds. */
export const overRounds = (
  { rounds }: Results,
  side: SideKey,
  chart: ChartKey,
  of: (figures: ChartFigures) => number,
): Figure => figureOf(rounds.map((round) => of(round[side][chart])));

/** How many times as long a chart takes on another side, per round: its median, because a p99 of some hundred charts varies. */
export const ratio = ({ rounds }: Results, chart: ChartKey, to: Exclude<SideKey, 'telemon'>): Figure =>
  figureOf(rounds.map((round) => round[to][chart].latency.p50 / round.telemon[chart].latency.p50));

/** Compares the results with Telemon's goals for its history. */
export function goalsOf(results: Results): Goal[] {
  const p99 = (chart: ChartKey) => overRounds(results, 'telemon', chart, ({ latency }) => latency.p99).median;
  const { empty, full } = results.intake;
  const sealed = bytesPerReading(results, 'sealed');
  const chartGoals = (['month', 'day'] as const).flatMap((chart) => {
    const name = chart === 'month' ? `Chart of ${results.options.days} days` : 'Chart of one day';
    const isLong = chart === 'month';
    return [
      judged(`${name}, p99`, ['≤ 150 ms', atMost(150)], ['≤ 60 ms', atMost(60)], p99(chart), inMs),
      judged(
        `${name}, against a plain find`,
        isLong ? ['≥ 10×', atLeast(10)] : NONE,
        isLong ? ['≥ 20×', atLeast(20)] : NONE,
        ratio(results, chart, 'plain').median,
        times,
      ),
      judged(
        `${name}, against a time-series $group`,
        isLong ? ['≥ 3×', atLeast(3)] : NONE,
        isLong ? ['≥ 5×', atLeast(5)] : NONE,
        ratio(results, chart, 'time-series').median,
        times,
      ),
    ];
  });
  return [
    ...chartGoals,
    judged(
      'Disk per reading, hot',
      ['≤ 60 bytes', atMost(60)],
      NONE,
      bytesPerReading(results, 'hot'),
      inBytes,
    ),
    judged('Disk per reading, sealed', NONE, ['≤ 12 bytes', atMost(12)], sealed, inBytes),
    judged(
      'Sealed, against the plain collection',
      ['≤ 0.35×', atMost(0.35)],
      ['≤ 0.2×', atMost(0.2)],
      sealed / bytesPerReading(results, 'plain'),
      share,
    ),
    judged(
      'Sealed, against the time series',
      NONE,
      ['≤ 1.0×', atMost(1)],
      sealed / bytesPerReading(results, 'time-series'),
      share,
    ),
    judged(
      'Intake, p99 until stored, full against empty history',
      ['≤ 1.5×', atMost(1.5)],
      ['≤ 1.2×', atMost(1.2)],
      full.toStored.p99 / empty.toStored.p99,
      share,
    ),
    judged(
      'Intake, CPU per reading, full against empty history',
      ['≤ 1.3×', atMost(1.3)],
      ['≤ 1.15×', atMost(1.15)],
      full.cpuUsPerReading / empty.cpuUsPerReading,
      share,
    ),
  ];
}
