import { goalsTable } from '../goals.ts';
import { inMs, ms, table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { Results } from './results.ts';

const rates = ({ rates: all }: Results): string =>
  table(
    [
      'datagrams a second',
      'sent',
      'stored',
      'ruled',
      'held',
      'drained after',
      'CPU-µs a reading',
      'MQTT alone, p50/p99',
      'MQTT beside, p50/p99',
      'dropped and counted',
      'accounted for, %',
    ],
    all.map((figures) => [
      thousands(figures.rate),
      thousands(figures.sent),
      thousands(figures.stored),
      thousands(figures.ruled),
      figures.held ? 'yes' : 'no',
      inMs(figures.drainedMs),
      figures.cpuUsPerReading.toFixed(0),
      `${ms(figures.mqttAlone.p50)}/${ms(figures.mqttAlone.p99)} ms`,
      `${ms(figures.mqttBeside.p50)}/${ms(figures.mqttBeside.p99)} ms`,
      byReason(figures.dropped),
      figures.accountedPercent.toFixed(2),
    ]),
  );

const byReason = (dropped: Readonly<Record<string, number>>): string =>
  Object.entries(dropped)
    .map(([reason, count]) => `${reason} ${thousands(count)}`)
    .join(', ');

const floods = ({ floods: all }: Results): string =>
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

const drops = ({ floods: all }: Results): string =>
  table(
    ['unknown a second', 'from ports', 'dropped and counted, by reason', 'accounted for, %'],
    all.map(({ flood, sources, dropped, accountedPercent }) => [
      thousands(flood),
      String(sources),
      byReason(dropped),
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
    '# UDP: datagrams stored and ruled, and a flood of unknown names',
    `Written by \`npm run bench:udp\` on ${date}; all figures are in [udp.json](udp.json). How it measures: [README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}; \`net.core.rmem_max\` ${thousands(receiveBufferMost)}. Everything, generators included, runs on it; other work took
${otherLoadPercent.toFixed(0)} % of its processors before. ${options.seconds} s a step. ${versionsOf(results)}.`,
    '## Stored and ruled',
    `${thousands(options.rateDevices)} devices with ten alerts each send datagrams; beside them, the same devices send ${thousands(options.mqtt)} readings a second over MQTT.`,
    rates(results),
    '## A flood of unknown names',
    `${options.devices} devices send ${thousands(options.known)} datagrams a second together.`,
    floods(results),
    'Datagrams of any sender that the system dropped because a receive buffer was full are counted as `receive-buffer`.',
    drops(results),
    '## Goals',
    goalsTable(goalsOf(results)),
    ...profile(results),
  ].join('\n\n')}\n`;
}
