import { shownMotion } from '../frames.ts';
import { goalsTable } from '../goals.ts';
import { ms, table, thousands, versionsOf } from '../tables.ts';
import { goalsOf } from './goals.ts';
import type { Results } from './results.ts';

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, fleets, browser } = results;
  return `${[
    '# The dashboard: map and cards',
    `Written by \`npm run bench:dashboard\` on ${date}; all figures are in [dashboard.json](dashboard.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}, ${browser} without a graphics card. Everything, browser included, runs on it. ${versionsOf(results)}.`,
    '## GET /v1/dashboard/',
    `The admin's answer has every device. It is requested ${options.asks} times, one after the other.`,
    table(
      [
        'devices',
        'p50, ms',
        'p99, ms',
        'longest, ms',
        'CPU-ms an answer',
        'on the wire, KB',
        'JSON in it, KB',
        'exact',
      ],
      fleets.map(({ devices, latency, cpuMs, wireBytes, jsonBytes, isExact }) => [
        thousands(devices),
        ms(latency.p50),
        ms(latency.p99),
        ms(latency.max),
        thousands(cpuMs),
        thousands(wireBytes / 1024),
        thousands(jsonBytes / 1024),
        isExact ? 'yes' : 'no',
      ]),
    ),
    '## In the browser',
    table(
      [
        'devices',
        'click to painted map, median (longest), ms',
        'panning, frames/s',
        'scrolling cards, frames/s',
      ],
      fleets.map(({ devices, opened, panned, scrolled }) => [
        thousands(devices),
        `${ms(opened.p50)} (${ms(opened.max)})`,
        shownMotion(panned),
        shownMotion(scrolled),
      ]),
    ),
    `The map is opened ${options.opens} times by a click on a freshly loaded page, so that all data is requested again. It is dragged
to and fro, and the cards are scrolled, for ${options.seconds} s each; the longest time between two frames is in brackets.`,
    '## Goals',
    goalsTable(goalsOf(results)),
  ].join('\n\n')}\n`;
}
