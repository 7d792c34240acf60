import { readFlags, someOf, TEXT, wholeNumber } from '../flags.ts';

const SIDE_KEYS = [
  'telemon',
  'telemon-without-log',
  'bare',
  'naive-nest',
  'node-red',
  'node-red-batching',
] as const;
export type SideKey = (typeof SIDE_KEYS)[number];

export interface BenchOptions {
  /** Length of each step that counts. */
  readonly seconds: number;
  /** Length of the steps that search for a comparator's limit. */
  readonly searchSeconds: number;
  readonly rounds: number;
  readonly devices: number;
  readonly crossingsPerSecond: number;
  /** The rates of Telemon and bare, readings a second, ascending; two that are not held in a row end them. */
  readonly rates: readonly number[];
  /** Rates with ten readings a publish. */
  readonly batchRates: readonly number[];
  /** The comparators' rates, ascending. */
  readonly comparatorRates: readonly number[];
  readonly sides: readonly SideKey[];
  /** Folder for processor profiles of Telemon's services and bare; null for none. */
  readonly profile: string | null;
  /** The rate during the profiles. */
  readonly profileRate: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:ingest -- [options]
  --seconds N            length of each step that counts (60)
  --search-seconds N     length of the steps that look for a comparator's limit (15)
  --rounds N             whole rounds, 1 to 5; medians of them are shown (1)
  --devices N            devices, each with its connection and ten alerts (1000)
  --crossings N          alerts that fire a second (20)
  --rates A,B,…          readings a second for Telemon and bare, until two are not held (500,2000,8000 to 20000)
  --batch-rates A,B,…    the same with ten readings a publish (10000 to 50000); "none" for none
  --comparator-rates A,… for the comparators
  --sides A,B,…          of ${SIDE_KEYS.join(', ')} (all)
  --profile FOLDER       take processor profiles of Telemon's services and bare, and print where the time goes
  --profile-rate N       at this rate (8000)
  --no-write             leave docs/benchmarks as it is`;

/** Close enough for ratios of the highest ones. */
const RATES = [
  500, 2_000, 8_000, 9_000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000, 16_000, 18_000, 20_000,
];
const BATCH_RATES = [
  10_000, 15_000, 17_500, 20_000, 22_500, 25_000, 27_500, 30_000, 35_000, 40_000, 45_000, 50_000,
];

const COMPARATOR_RATES = [
  500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 3_000, 3_500, 4_000, 5_000, 6_000, 7_000, 8_000,
  9_000, 10_000, 11_000, 12_000, 14_000,
];

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    seconds: TEXT,
    'search-seconds': TEXT,
    rounds: TEXT,
    devices: TEXT,
    crossings: TEXT,
    rates: TEXT,
    'batch-rates': TEXT,
    'comparator-rates': TEXT,
    sides: TEXT,
    profile: TEXT,
    'profile-rate': TEXT,
  });
  if (values.help) return null;
  return {
    seconds: wholeNumber('seconds', values.seconds, 60, 1, 3_600),
    searchSeconds: wholeNumber('search-seconds', values['search-seconds'], 15, 1, 3_600),
    rounds: wholeNumber('rounds', values.rounds, 1, 1, 5),
    devices: wholeNumber('devices', values.devices, 1_000, 10, 10_000),
    crossingsPerSecond: wholeNumber('crossings', values.crossings, 20, 0, 1_000),
    rates: rates('rates', values.rates, RATES),
    batchRates: rates('batch-rates', values['batch-rates'], BATCH_RATES),
    comparatorRates: rates('comparator-rates', values['comparator-rates'], COMPARATOR_RATES),
    sides: someOf('sides', values.sides, SIDE_KEYS),
    profile: values.profile ?? null,
    profileRate: wholeNumber('profile-rate', values['profile-rate'], 8_000, 1, 100_000),
    write: values.write,
  };
}

function rates(flag: string, given: string | undefined, usual: readonly number[]): readonly number[] {
  if (given === undefined) return usual;
  if (given === 'none') return [];
  return given
    .split(',')
    .map((rate) => wholeNumber(flag, rate, 0, 1, 100_000))
    .sort((a, b) => a - b);
}
