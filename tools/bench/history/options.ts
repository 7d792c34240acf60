import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BenchOptions {
  readonly devices: number;
  /** Days of history, with a reading a minute of each device. */
  readonly days: number;
  /** Users who look at charts at once. */
  readonly users: number;
  /** Duration of a kind of chart, per side and round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Readings a second while users look at charts. */
  readonly rate: number;
  /** Readings a second while intake is measured, with an empty and with the full history. */
  readonly ingestRate: number;
  readonly ingestSeconds: number;
  /** The folder of the installation; readings of an interrupted run in it are kept. */
  readonly folder: string;
  /** Whether the folder stays after the run. */
  readonly keep: boolean;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:history -- [options]
  --small             50 devices, 500 readings a second, shorter: some minutes instead of hours
  --devices N         in the installation (1000; small: 50)
  --days N            of history, 1 to 30, a reading a minute (30)
  --users N           who look at charts at once (20)
  --seconds N         how long they do, per kind of chart, side and round (20; small: 8)
  --rounds N          whole rounds, 1 to 9; medians of them are shown (5; small: 3)
  --rate N            readings a second that come in meanwhile (4000; small: 500)
  --ingest-rate N     readings a second for the figures of intake (2000; small: 500)
  --ingest-seconds N  how long (60; small: 15)
  --folder FOLDER     where the installation stands; a run that was stopped goes on there (a temporary folder)
  --keep              leave the installation there after the run
  --no-write          leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    devices: TEXT,
    days: TEXT,
    users: TEXT,
    seconds: TEXT,
    rounds: TEXT,
    rate: TEXT,
    'ingest-rate': TEXT,
    'ingest-seconds': TEXT,
    folder: TEXT,
    small: SHORT,
    keep: SHORT,
  });
  if (values.help) return null;
  const { small } = values;
  const devices = wholeNumber('devices', values.devices, small ? 50 : 1_000, 1, 10_000);
  const days = wholeNumber('days', values.days, 30, 1, 30);
  return {
    devices,
    days,
    users: wholeNumber('users', values.users, 20, 1, 200),
    seconds: wholeNumber('seconds', values.seconds, small ? 8 : 20, 1, 3_600),
    rounds: wholeNumber('rounds', values.rounds, small ? 3 : 5, 1, 9),
    rate: wholeNumber('rate', values.rate, small ? 500 : 4_000, 1, 100_000),
    ingestRate: wholeNumber('ingest-rate', values['ingest-rate'], small ? 500 : 2_000, 1, 100_000),
    ingestSeconds: wholeNumber('ingest-seconds', values['ingest-seconds'], small ? 15 : 60, 1, 3_600),
    folder: values.folder ?? join(tmpdir(), `telemon-bench-history-${devices}x${days}`),
    keep: values.keep,
    write: values.write,
  };
}
