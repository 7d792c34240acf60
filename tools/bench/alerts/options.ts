import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../servers/problem.ts';
import { readFlags, SHORT, someOf, TEXT, wholeNumber } from '../flags.ts';
import { highestOf, type Results as IngestResults, sideOf } from '../ingest/results.ts';

const SIDE_KEYS = ['telemon', 'node-red'] as const;
export type SideKey = (typeof SIDE_KEYS)[number];

export interface BenchOptions {
  /** Length of each step that counts. */
  readonly seconds: number;
  readonly rounds: number;
  readonly devices: number;
  /** Readings a second, ascending; at the highest one a hundred alerts a device are compared with ten. */
  readonly rates: readonly number[];
  readonly sides: readonly SideKey[];
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:alerts -- [options]
  --seconds N   length of each step (60; short: 5)
  --rounds N    whole rounds, 1 to 9; medians of them are shown (5; short: 1)
  --devices N   devices, each with its connection and ten alerts (1000; short: 50)
  --rate N      readings a second beside 2000 (half of the highest rate in docs/benchmarks/ingest.json; short: 300)
  --sides A,B   of ${SIDE_KEYS.join(', ')} (all)
  --short       for trying it out, not written down
  --no-write    leave docs/benchmarks as it is`;

/** The rate of a goal. */
export const MODEST_RATE = 2_000;
const SHORT_RATE = 300;

const INGEST = fileURLToPath(new URL('../../../docs/benchmarks/ingest.json', import.meta.url));

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    seconds: TEXT,
    rounds: TEXT,
    devices: TEXT,
    rate: TEXT,
    sides: TEXT,
    short: SHORT,
  });
  if (values.help) return null;
  const { short } = values;
  const usual = short || values.rate !== undefined ? SHORT_RATE : halfOfHighest();
  const rate = wholeNumber('rate', values.rate, usual, 1, 50_000);
  return {
    seconds: wholeNumber('seconds', values.seconds, short ? 5 : 60, 1, 3_600),
    rounds: wholeNumber('rounds', values.rounds, short ? 1 : 5, 1, 9),
    devices: wholeNumber('devices', values.devices, short ? 50 : 1_000, 10, 10_000),
    rates: short || rate <= MODEST_RATE ? [rate] : [MODEST_RATE, rate],
    sides: someOf('sides', values.sides, SIDE_KEYS),
    write: values.write && !short,
  };
}

/** Half of the highest rate that Telemon held in `bench:ingest`. @throws Problem if that was not measured */
function halfOfHighest(): number {
  const telemon = sideOf(JSON.parse(readFileSync(INGEST, 'utf8')) as IngestResults, 'telemon');
  const half = telemon === undefined ? NaN : Math.round(highestOf(telemon).median / 2);
  if (half > 0) return half;
  throw new Problem('docs/benchmarks/ingest.json has no highest rate: run bench:ingest, or name a --rate');
}
