import type { Spread } from '../durations.ts';
import { figureOf } from '../figures.ts';
import { goalsTable } from '../goals.ts';
import { ms, shown, table, thousands, versionsOf } from '../tables.ts';
import { besideBare, NOT_MEASURED, rateHeld } from './beside-bare.ts';
import { goalsOf } from './goals.ts';
import type { StepFigures } from './measure-step.ts';
import {
  evaluates,
  highestMultiple,
  highestOf,
  mostTried,
  ratesOf,
  type Results,
  type SideResults,
  sideOf,
  spreadsOf,
  stepsAt,
} from './results.ts';

const rounded = (value: number): string => (Number.isNaN(value) ? NOT_MEASURED : thousands(value));

const spreadCell = (steps: readonly StepFigures[], of: (step: StepFigures) => Spread | undefined): string => {
  const spreads = spreadsOf(steps, of);
  if (spreads.length === 0) return '–';
  const [p50, p99] = (['p50', 'p99'] as const).map((share) =>
    shown(figureOf(spreads.map((spread) => spread[share])), ms),
  );
  return `${p50} / ${p99}`;
};

/** The highest rate held; at least that if no higher one was tried. */
const highestCell = (side: SideResults, results: Results): string => {
  const highest = highestOf(side);
  if (Number.isNaN(highest.median)) return NOT_MEASURED;
  return `${highest.most === mostTried(results, side.key) ? '≥ ' : ''}${shown(highest, rateHeld)}`;
};

const comparison = (results: Results): string =>
  table(
    [
      '',
      'highest rate held, readings/s',
      'Telemon is',
      'CPU-µs per reading at that rate',
      'stored p50 / p99 at that rate, ms',
    ],
    results.sides.map((side) => {
      const there = side.rounds.flatMap((round) =>
        round.steps.filter(
          (step) =>
            step.held &&
            step.rate === round.highest &&
            step.readingsPerPublish === 1 &&
            step.seconds >= results.options.seconds,
        ),
      );
      const multiple = highestMultiple(results, side.key);
      return [
        side.title,
        highestCell(side, results),
        side.key === 'telemon' || Number.isNaN(multiple.median)
          ? ''
          : shown(multiple, (value) => `${value.toFixed(2)}×`),
        shown(figureOf(there.map((step) => step.cpuUsPerReading)), rounded),
        there.length === 0 ? NOT_MEASURED : spreadCell(there, (step) => step.toStored),
      ];
    }),
  );

const stepsTable = (side: SideResults, { options }: Results): string =>
  table(
    [
      'readings/s',
      'held',
      'stored p50 / p99, ms',
      'acknowledged p50 / p99, ms',
      'alert decided p50 / p99, ms',
      'mail at the provider p50 / p99, ms',
      'CPU-µs per reading',
      'machine busy, %',
    ],
    [1, 10].flatMap((readingsPerPublish) =>
      ratesOf(side, options.seconds, readingsPerPublish).map((rate) => {
        const steps = stepsAt(side, rate, options.seconds, readingsPerPublish);
        return [
          `${thousands(rate)}${readingsPerPublish > 1 ? `, ${readingsPerPublish} a publish` : ''}`,
          `${steps.filter(({ held }) => held).length} of ${steps.length}`,
          spreadCell(steps, (step) => step.toStored),
          spreadCell(steps, (step) => step.toAcknowledged),
          spreadCell(steps, (step) => step.alerts?.toDecided),
          spreadCell(steps, (step) => step.alerts?.toProvider),
          shown(figureOf(steps.map((step) => step.cpuUsPerReading)), rounded),
          shown(figureOf(steps.map((step) => step.cpuShare)), rounded),
        ];
      }),
    ),
  );

const processCell = (step: StepFigures | undefined, name: string) => {
  if (step === undefined) return NOT_MEASURED;
  const processes = step.processes.filter((process) => process.name === name);
  const cpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0);
  const pssMb = processes.reduce((sum, process) => sum + process.pssMb, 0);
  return `${((cpuMs * 1_000) / step.sent).toFixed(1)} µs, ${Math.round(pssMb)} MB`;
};

/** CPU time and memory per process, at the rates of the goals. */
const processTable = (side: SideResults, { options }: Results): string => {
  const all = ratesOf(side, options.seconds, 1);
  const half = Math.round(highestOf(side).median / 2);
  const inGoals = all.filter((rate) => [2_000, 8_000, half].includes(rate));
  const rates = inGoals.length === 0 ? all : inGoals;
  const last = side.rounds.at(-1)!;
  const steps = rates.map((rate) =>
    last.steps.find((step) => step.rate === rate && step.readingsPerPublish === 1),
  );
  const names = [...new Set(steps.flatMap((step) => step?.processes.map(({ name }) => name) ?? []))];
  const idle = (name: string) => {
    const processes = last.idle.processes.filter((process) => process.name === name);
    const cpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0);
    const pssMb = processes.reduce((sum, process) => sum + process.pssMb, 0);
    return `${(cpuMs / last.idle.seconds / 10).toFixed(1)} % of a core, ${Math.round(pssMb)} MB`;
  };
  return table(
    ['process', 'idle', ...rates.map((rate) => `${thousands(rate)}/s`)],
    names.map((name) => [name, idle(name), ...steps.map((step) => processCell(step, name))]),
  );
};

const ofExpected = (found: number, expected: number): string =>
  found === 0 && expected === 0 ? '–' : `${thousands(found)} of ${thousands(expected)}`;

const exactnessTable = ({ sides }: Results): string =>
  table(
    [
      '',
      'round',
      'sent',
      'acknowledged',
      'stored',
      'found by id',
      'alerts fired of expected',
      'mails of expected',
      'exact',
    ],
    sides.flatMap((side) =>
      side.rounds.map(({ exactness }, round) => [
        side.title,
        String(round + 1),
        ...[exactness.sent, exactness.acknowledged, exactness.stored, exactness.found].map(thousands),
        ofExpected(exactness.alertsFired, exactness.alertsExpected),
        ofExpected(exactness.mailsSent, exactness.mailsExpected),
        exactness.isExact ? 'yes' : 'no',
      ]),
    ),
  );

const shareCell = ({ what, percent }: { what: string; percent: number }) => `${what} ${percent.toFixed(0)} %`;

const profileSection = ({ sides }: Results): string[] => {
  const profiles = sides.flatMap((side) => side.rounds.at(-1)?.profiles ?? []);
  if (profiles.length === 0) return [];
  return [
    '## Where the services spend their time',
    table(
      ['process', 'busy, % of a core', 'share of the busy time'],
      profiles.map(({ name, busy, byPlace }) => [
        name,
        busy.toFixed(0),
        byPlace.slice(0, 8).map(shareCell).join(' · '),
      ]),
    ),
  ];
};

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, sides } = results;
  const telemon = sideOf(results, 'telemon');
  const goals = goalsOf(results);
  return `${[
    '# Ingest: readings over MQTT, stored and evaluated',
    `Written by \`npm run bench:ingest\` on ${date}; all figures are in [ingest.json](ingest.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}. Everything, load generator included, runs on it. ${options.devices} devices over MQTT QoS 1, three values
each; ${options.seconds} s a step; ${options.rounds} round${options.rounds > 1 ? 's: medians, with minimum and maximum in brackets' : ''}.`,
    '## Side by side',
    comparison(results),
    `Bare acknowledges a reading when Kafka has stored it and evaluates ten alerts a device, as Telemon does, and no more. The naive
app and Node-RED only store. Only Telemon keeps latest values, daily figures and an alert log, seals past hours and sends mails.`,
    ...(telemon === undefined || sideOf(results, 'bare') === undefined
      ? []
      : ['## Beside bare', besideBare(results)]),
    ...(goals.length === 0 ? [] : ['## Goals', goalsTable(goals)]),
    ...sides.flatMap((side) => [`## ${side.title}`, versionsOf(side), stepsTable(side, results)]),
    ...sides
      .filter(({ key }) => evaluates(key))
      .flatMap((side) => [`## Use by process: ${side.title}`, processTable(side, results)]),
    ...profileSection(results),
    '## Exactness',
    exactnessTable(results),
  ].join('\n\n')}\n`;
}
