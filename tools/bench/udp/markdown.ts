import { goalsTable } from '../goals.ts';
import { table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { Results } from './results.ts';

const steps = ({ steps: all }: Results): string =>
  table(
    [
      'unknown a second',
      'from ports',
      'sent',
      'known sent',
      'stored',
      'lost, %',
      'read of all, %',
      'CPU-µs a datagram',
      'of a core, %',
    ],
    all.map((figures) => [
      thousands(figures.flood),
      String(figures.sources),
      thousands(figures.floodSent),
      thousands(figures.sent),
      thousands(figures.stored),
      figures.lostPercent.toFixed(2),
      ((100 * figures.received) / (figures.received + (figures.dropped['receive-buffer'] ?? 0))).toFixed(1),
      figures.cpuUsPerDatagram.toFixed(1),
      figures.cpuPercent.toFixed(0),
    ]),
  );

const drops = ({ steps: all }: Results): string =>
  table(
    ['unknown a second', 'from ports', 'dropped and counted, by reason', 'accounted for, %'],
    all.map(({ flood, sources, dropped, accountedPercent }) => [
      thousands(flood),
      String(sources),
      Object.entries(dropped)
        .map(([reason, count]) => `${reason} ${thousands(count)}`)
        .join(', '),
      accountedPercent.toFixed(2),
    ]),
  );

const profile = ({ profiles }: Results): string[] =>
  profiles.flatMap(({ name, busy, byPlace, byFunction }) => [
    `## Where the time of ${name} goes`,
    `It was busy for ${busy.toFixed(0)} % of a core. By place: ${list(byPlace)}. By function: ${list(byFunction)}.`,
  ]);
const list = (shares: readonly { what: string; percent: number }[]) =>
  shares.map(({ what, percent }) => `${what} ${percent.toFixed(0)} %`).join(' · ');

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, otherLoadPercent, receiveBufferMost } = results;
  return `${[
    '# UDP: a flood of unknown names',
    `Written by \`npm run bench:udp\` on ${date}; all figures are in [udp.json](udp.json). How it measures: [README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}; \`net.core.rmem_max\` ${thousands(receiveBufferMost)}. Everything, generator included, runs on it; other work took
${otherLoadPercent.toFixed(0)} % of its processors before. ${options.devices} devices send ${thousands(options.known)} datagrams a second together; ${options.seconds} s a step. ${versionsOf(results)}.`,
    steps(results),
    'Datagrams of any sender that the system dropped because a receive buffer was full are counted as `receive-buffer`.',
    drops(results),
    '## Goals',
    goalsTable(goalsOf(results)),
    ...profile(results),
  ].join('\n\n')}\n`;
}
