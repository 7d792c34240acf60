import type { Spread } from '../durations.ts';
import { figureOf } from '../figures.ts';
import { goalsTable } from '../goals.ts';
import { ms, shown, table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { StepFigures } from './measure-step.ts';
import {
  arrived,
  costOfMoreAlerts,
  decided,
  lastOfBreach,
  type Results,
  type SideResults,
  stepsAt,
} from './results.ts';

const spreadCell = (spreads: readonly Spread[]): string => {
  if (spreads.length === 0) return '–';
  const [p50, p99] = (['p50', 'p99'] as const).map((share) =>
    shown(figureOf(spreads.map((spread) => spread[share])), ms),
  );
  return `${p50} / ${p99}`;
};

const row = (what: string, steps: readonly StepFigures[]): string[] => [
  what,
  String(steps[0]?.alerts ?? '–'),
  thousands(steps[0]?.crossings ?? 0),
  spreadCell(decided(steps)),
  spreadCell(arrived(steps, 'sms')),
  spreadCell(arrived(steps, 'mqtt')),
  shown(figureOf(steps.map((step) => step.cpuUsPerReading)), thousands),
  shown(figureOf(steps.map((step) => step.cpuShare)), thousands),
];

const stepsTable = (side: SideResults, { options }: Results): string => {
  const { rounds } = side;
  const more = rounds.flatMap(({ moreAlerts }) => moreAlerts ?? []);
  return table(
    [
      'readings/s',
      'alerts a device',
      'crossings',
      'decided p50 / p99, ms',
      'SMS p50 / p99, ms',
      'MQTT p50 / p99, ms',
      'CPU-µs per reading',
      'machine busy, %',
    ],
    [
      ...options.rates.map((rate) => row(thousands(rate), stepsAt(side, rate))),
      ...(more.length === 0 ? [] : [row(thousands(options.rates.at(-1)!), more)]),
      row(
        'all devices breach in one second',
        rounds.map(({ breach }) => breach),
      ),
    ],
  );
};

const seconds = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : 'never');

const sideBySide = ({ sides, options }: Results): string => {
  const rate = options.rates.at(-1)!;
  return table(
    [
      '',
      `SMS at ${thousands(rate)}/s, p50 / p99, ms`,
      'MQTT p50 / p99, ms',
      'the last notice of the breach, s',
      'CPU with 100 alerts a device beside 10',
      'rounds that were exact',
    ],
    sides.map((side) => {
      const cost = costOfMoreAlerts(side);
      const exact = side.rounds.filter(({ isExact }) => isExact).length;
      return [
        side.title,
        ...(['sms', 'mqtt'] as const).map((channel) => spreadCell(arrived(stepsAt(side, rate), channel))),
        shown(lastOfBreach(side), seconds),
        Number.isNaN(cost.median) ? '–' : shown(cost, (value) => `${value.toFixed(2)}×`),
        `${exact} of ${side.rounds.length}`,
      ];
    }),
  );
};

/** The missing and the surplus entries and notices of all steps that count. */
const exactnessTable = ({ sides }: Results): string =>
  table(
    ['', 'round', 'crossings', 'entries', 'SMS missing / beyond', 'MQTT missing / beyond', 'exact'],
    sides.flatMap((side) =>
      side.rounds.map(({ steps, breach, moreAlerts, isExact }, round) => {
        const all = [...steps, breach, ...(moreAlerts === null ? [] : [moreAlerts])];
        const sum = (of: (step: StepFigures) => number) => all.reduce((total, step) => total + of(step), 0);
        const channel = (name: 'sms' | 'mqtt') =>
          `${sum(({ channels }) => channels[name].missing)} / ${sum(({ channels }) => channels[name].beyond)}`;
        return [
          side.title,
          String(round + 1),
          thousands(sum(({ crossings }) => crossings)),
          breach.entries === null ? '–' : thousands(sum(({ entries }) => entries?.fired ?? 0)),
          channel('sms'),
          channel('mqtt'),
          isExact ? 'yes' : 'no',
        ];
      }),
    ),
  );

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, sides } = results;
  const goals = goalsOf(results);
  return `${[
    '# Alerts: from a reading to an SMS and an MQTT message',
    `Written by \`npm run bench:alerts\` on ${date}; all figures are in [alerts.json](alerts.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}. Everything, load generator and recipients included, runs on it. ${thousands(options.devices)} devices over MQTT QoS 1; one
reading in a hundred crosses a set point; ${options.seconds} s a step; ${options.rounds} round${options.rounds > 1 ? 's in turn: medians, with minimum and maximum in brackets' : ''}.`,
    '## Side by side',
    sideBySide(results),
    `Node-RED keeps its rules in memory alone: a restart forgets them, and it stores no readings, no alert log and no notices.`,
    ...(goals.length === 0 ? [] : ['## Goals', goalsTable(goals)]),
    ...sides.flatMap((side) => [`## ${side.title}`, versionsOf(side), stepsTable(side, results)]),
    '## Exactness',
    exactnessTable(results),
  ].join('\n\n')}\n`;
}
