import { goalsTable } from '../goals.ts';
import { table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import { grownMb, type MemoryMb, type Results, SERVICES, totalOf } from './results.ts';

const whole = (value: number) => value.toFixed(0);
const cells = (memory: MemoryMb) => SERVICES.map((service) => whole(memory[service]));

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, date, otherLoad, idle, exports: made } = results;
  return `${[
    '# Exports: a million rows, and the memory that they take',
    `Written by \`npm run bench:exports\` on ${date}; all figures are in [exports.json](exports.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}. Everything, the reader of the files included, runs on it; before the run, it was ${otherLoad.toFixed(0)} % busy with
other work. ${versionsOf(results)}.`,
    '## Time and size',
    table(
      ['export', 'rows', 'written in, s', 'rows a second', 'downloaded in, s', 'file, MB', 'exact'],
      made.map(({ kind, format, rows, writtenInS, downloadedInS, fileMb, isExact }) => [
        `${kind} as .${format}`,
        thousands(rows),
        writtenInS.toFixed(1),
        thousands(rows / writtenInS),
        downloadedInS.toFixed(1),
        fileMb.toFixed(1),
        isExact ? 'yes' : 'no',
      ]),
    ),
    '## Memory',
    table(
      ['resident memory, MB', ...SERVICES, 'together', 'grown'],
      [
        ['before the first export', ...cells(idle), whole(totalOf(idle)), ''],
        ...made.map((one) => [
          `most during ${one.kind} as .${one.format}`,
          ...cells(one.most),
          whole(one.mostTogetherMb),
          whole(grownMb(results, one)),
        ]),
      ],
    ),
    `**together** is the highest sum of all at one moment, of which each may have its own highest at another one; **grown** is
how far that lies above the sum before the first export. The exports follow each other without a pause, and memory is not given back
at once, so later ones begin higher.`,
    '## Goals',
    goalsTable(goalsOf(results)),
  ].join('\n\n')}\n`;
}
