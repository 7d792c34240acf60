import { shownMotion } from '../frames.ts';
import { goalsTable } from '../goals.ts';
import { ms, shown, table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { LoadName, Results } from './results.ts';

const TITLES: Readonly<Record<LoadName, string>> = {
  minimal: 'A minimal react-admin app: its list of devices',
  deviceList: 'Telemon: Manage Devices',
  devicePage: 'Telemon: the page of a device',
};

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, browser, loads, chart } = results;
  return `${[
    '# The console: how soon a page is usable, and how smooth a chart is',
    `Written by \`npm run bench:console\` on ${date}; all figures are in [console.json](console.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}, ${browser}. Everything, browser included, runs on it. ${versionsOf(results)}.`,
    `Each page is loaded ${options.rounds} times, in turns, by a browser with an empty cache on a processor slowed four times, and counts
as usable when the first row, or the device's chart, is on it. The minimal app has as many resources as the console, each with
react-admin's \`List\` and a \`DataTable\` of three columns, and reads the same \`/v1\`.`,
    table(
      ['page', 'usable after, median (least–most), ms'],
      (Object.keys(TITLES) as LoadName[]).map((name) => [TITLES[name], shown(loads[name], ms)]),
    ),
    `## A chart of ${thousands(options.charted)} readings`,
    `The readings of one device's last day came late, and are sealed except in the second row. The chart is opened ${options.rounds} times by a click on '24 h', on a page loaded anew; then the wheel zooms it
to and fro, and moves the zoomed part, for ${options.seconds} s each. ${thousands(options.readings)} readings come one by one, each with another value; the time
is that from sending it until the frame that shows it or a newer one. The processor is not slowed.`,
    table(
      ['', 'figure'],
      [
        ['click to painted chart, median (longest), ms', `${ms(chart.drawn.p50)} (${ms(chart.drawn.max)})`],
        [
          'the same of readings that have just come',
          `${ms(chart.drawnFresh.p50)} (${ms(chart.drawnFresh.max)})`,
        ],
        ['zooming, frames/s (longest frame)', shownMotion(chart.zoomed)],
        ['moving, frames/s (longest frame)', shownMotion(chart.moved)],
        ['reading on the page, p50 / p99, ms', `${ms(chart.seen.p50)} / ${ms(chart.seen.p99)}`],
      ],
    ),
    '## Goals',
    goalsTable(goalsOf(results)),
  ].join('\n\n')}\n`;
}
