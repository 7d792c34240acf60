import type { StepFigures } from '../ingest/measure-step.ts';
import { goalsTable } from '../goals.ts';
import { ms, shown, table, thousands, times, versionsOf } from '../tables.ts';
import { bytesPerReading, goalsOf, overRounds, ratio } from './goals.ts';
import { type Form, FORMS, isExact, type Results, SIDE_KEYS, TITLES } from './results.ts';

const MB = 1024 ** 2;
const FORM_TITLES: Readonly<Record<Form, string>> = {
  sealed: 'Telemon, sealed, roll-ups included',
  hot: 'Telemon, before sealing',
  plain: 'Plain collection with a {device, time} index',
  'time-series': 'Time-series collection',
};

const megabytes = (bytes: number) => (bytes / MB).toFixed(1);

const sizesTable = (results: Results): string =>
  table(
    ['form', 'readings', 'data, MB', 'indexes, MB', 'of these free, MB', 'bytes a reading', 'made in, s'],
    FORMS.map((form) => {
      const { readings, dataBytes, indexBytes, reusableBytes } = results.sizes[form];
      return [
        FORM_TITLES[form],
        thousands(readings),
        megabytes(dataBytes),
        megabytes(indexBytes),
        megabytes(reusableBytes),
        bytesPerReading(results, form).toFixed(1),
        thousands(results.madeInS[form]),
      ];
    }),
  );

const chartsTable = (results: Results): string =>
  table(
    ['chart', 'side', 'p50, ms', 'p99, ms', 'as long as Telemon', 'failed', 'intake meanwhile, p99, ms'],
    (['month', 'day'] as const).flatMap((chart) =>
      SIDE_KEYS.map((side) => [
        chart === 'month' ? `${results.options.days} days` : 'one day',
        TITLES[side],
        shown(
          overRounds(results, side, chart, ({ latency }) => latency.p50),
          ms,
        ),
        shown(
          overRounds(results, side, chart, ({ latency }) => latency.p99),
          ms,
        ),
        side === 'telemon' ? '' : shown(ratio(results, chart, side), times),
        thousands(results.rounds.reduce((sum, round) => sum + round[side][chart].failed, 0)),
        shown(
          overRounds(results, side, chart, ({ intake }) => intake.p99),
          ms,
        ),
      ]),
    ),
  );

const intakeTable = ({ intake }: Results): string =>
  table(
    ['history', 'readings a second', 'stored, p50, ms', 'stored, p99, ms', 'CPU-µs a reading', 'lost'],
    (Object.entries(intake) as [string, StepFigures][]).map(([history, figures]) => [
      history,
      thousands(figures.rate),
      ms(figures.toStored.p50),
      ms(figures.toStored.p99),
      thousands(figures.cpuUsPerReading),
      thousands(figures.sent - figures.acknowledged),
    ]),
  );

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, exactness, otherLoad } = results;
  const { devices, days, users, seconds, rounds, rate } = options;
  const isFull = devices === 1_000 && days === 30;
  const form = isFull
    ? 'This is the full form'
    : 'This is a small form, for which the goals of the full one, 43 million readings, are only a guide';
  const { stored, made } = exactness;
  return `${[
    '# The history: charts, disk and intake',
    `Written by \`npm run bench:history\` on ${date}; all figures are in [history.json](history.json). How it measures:
[README.md](README.md).`,
    `**${form}**: ${thousands(devices)} devices × ${days} days, a reading of three values a minute,
${thousands(devices * days * 1_440)} readings in each form.`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}. Everything, users and devices included, runs on it; before the run, it was ${otherLoad.toFixed(0)} % busy with
other work. ${versionsOf(results)}.`,
    '## Disk',
    sizesTable(results),
    '## Charts',
    `${users} users look at one chart after the other, for a second each, while ${thousands(rate)} readings a second come in; ${seconds} s per chart,
side and round; ${rounds} round${rounds > 1 ? 's in turn: medians, with minimum and maximum in brackets' : ''}. Telemon's charts come over /v1, the others' straight from
MongoDB.`,
    chartsTable(results),
    '## Intake with an empty and with the full history',
    intakeTable(results),
    '## Goals',
    goalsTable(goalsOf(results)),
    '## Exactness',
    `${thousands(made)} readings were made; ${SIDE_KEYS.map((key) => `${TITLES[key]}: ${thousands(stored[key])}`).join(', ')}. Minimum, maximum and average of
the ${days} days of ${exactness.compared} devices were compared with a plain computation: ${exactness.different === 0 ? 'all are equal' : `${exactness.different} differ`}. ${isExact(exactness) ? 'Exact.' : '**Not exact.**'}`,
  ].join('\n\n')}\n`;
}
