import { goalsTable } from '../goals.ts';
import { ms, shown, table, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { LoadName, Results } from './results.ts';

const TITLES: Readonly<Record<LoadName, string>> = {
  minimal: 'A minimal react-admin app: its list of devices',
  deviceList: 'Telemon: Manage Devices',
  devicePage: 'Telemon: the page of a device',
};

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, browser, loads } = results;
  return `${[
    '# The console: how soon a page is usable',
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
    '## Goals',
    goalsTable(goalsOf(results)),
  ].join('\n\n')}\n`;
}
