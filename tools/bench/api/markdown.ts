import { goalsTable } from '../goals.ts';
import { ms, shown, table, thousands, times, versionsOf } from '../tables.ts';
import { goalsOf, overRounds, ratio } from './goals.ts';
import { type CallFigures, type CallKey, isExact, type Results, type SideResults } from './results.ts';

const spreadCell = (side: SideResults, call: CallKey): string =>
  (['p50', 'p99'] as const)
    .map((share) =>
      shown(
        overRounds(side, call, ({ latency }) => latency[share]),
        ms,
      ),
    )
    .join(' / ');

const comparison = (results: Results, call: CallKey): string =>
  table(
    ['', 'calls/s', 'Telemon is', 'p50 / p99, ms', 'CPU-µs a call', 'bytes an answer'],
    results.sides.map((side) => {
      const cell = (of: (figures: CallFigures) => number) => shown(overRounds(side, call, of), thousands);
      return [
        side.title,
        cell(({ perSecond }) => perSecond),
        side.key === 'telemon' || results.sides.length === 1
          ? ''
          : shown(ratio(results, call, side.key), times),
        spreadCell(side, call),
        cell(({ cpuUsPerCall }) => cpuUsPerCall),
        cell(({ bytes }) => bytes),
      ];
    }),
  );

/** CPU time per call of each process that takes part, in the last round. */
const processTable = (side: SideResults): string => {
  const { list, login } = side.rounds.at(-1)!;
  const costOf = ({ processes, answered }: CallFigures, name: string) =>
    ((processes.find((process) => process.name === name)?.cpuMs ?? 0) * 1_000) / answered;
  const names = list.processes
    .map(({ name }) => name)
    .filter((name) => costOf(list, name) >= 1 || costOf(login, name) >= 10);
  return table(
    ['process', 'list, CPU-µs a call', 'sign-in, CPU-µs a call', 'memory, MB'],
    names
      .toSorted((one, other) => costOf(list, other) - costOf(list, one))
      .map((name) => [
        name,
        thousands(costOf(list, name)),
        thousands(costOf(login, name)),
        thousands(login.processes.find((process) => process.name === name)?.pssMb ?? NaN),
      ]),
  );
};

const exactnessTable = ({ sides }: Results): string =>
  table(
    ['', 'round', 'lists answered', 'exact', 'sign-ins answered', 'exact', 'failed'],
    sides.flatMap((side) =>
      side.rounds.map(({ list, login }, round) => [
        side.title,
        String(round + 1),
        thousands(list.answered),
        isExact(list) ? 'all' : thousands(list.exact),
        thousands(login.answered),
        isExact(login) ? 'all' : thousands(login.exact),
        thousands(list.failed + login.failed),
      ]),
    ),
  );

const profileSection = ({ sides }: Results): string[] => {
  const rows = sides.flatMap(({ title, rounds }) =>
    rounds.at(-1)!.profiles.map(({ name, busy, byPlace }) => [
      `${title}: ${name}`,
      busy.toFixed(0),
      byPlace
        .slice(0, 10)
        .map(({ what, percent }) => `${what} ${percent.toFixed(0)} %`)
        .join(' · '),
    ]),
  );
  if (rows.length === 0) return [];
  return ['## Where the time goes', table(['process', 'busy, % of a core', 'share of the busy time'], rows)];
};

/** The page under docs/benchmarks. */
export function markdown(results: Results): string {
  const { machine, options, date, sides } = results;
  const generator = sides.map(
    (side) =>
      `${shown(
        overRounds(side, 'list', ({ generatorCpuUsPerCall }) => generatorCpuUsPerCall),
        thousands,
      )} µs (${side.title})`,
  );
  return `${[
    '# /v1: a list, and sign-in',
    `Written by \`npm run bench:api\` on ${date}; all figures are in [api.json](api.json). How it measures:
[README.md](README.md).`,
    `Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, kernel ${machine.kernel},
Node ${machine.node}. Everything, load generator included, runs on it. ${options.connections} connections, each sending its next request
after the answer; ${options.seconds} s of lists and ${options.loginSeconds} s of sign-ins per side and round; ${options.rounds} round${options.rounds > 1 ? 's in turn: medians, with minimum\nand maximum in brackets' : ''}.`,
    `## GET /v1/device: 20 rows of ${thousands(options.owned)}, among ${thousands(options.devices)}`,
    comparison(results, 'list'),
    `These figures exclude the CPU time of the generator itself: ${generator.join(', ')} a call.`,
    '## POST /v1/user/login',
    comparison(results, 'login'),
    `Sign-in is almost only Argon2id: both sides verify the password with the same parameters (19 MiB, two passes, one lane), which
takes nearly all of the time; 50 at once wait for one another on two cores. Telemon also stores a revocable session, journaled; the
naive app only signs a token.`,
    '## Goals',
    goalsTable(goalsOf(results)),
    ...sides.flatMap((side) => [`## Use by process: ${side.title}`, versionsOf(side), processTable(side)]),
    ...profileSection(results),
    '## Exactness',
    'Each answer is compared with the seeded data: every field of every row, their order, and `totalCount`.',
    exactnessTable(results),
  ].join('\n\n')}\n`;
}
