import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** How often each page is loaded. */
  readonly rounds: number;
  /** Readings of the day whose chart is measured. */
  readonly charted: number;
  /** Duration of each motion of the chart. */
  readonly seconds: number;
  /** Readings whose way to the page is timed. */
  readonly readings: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:console -- [options]
  --rounds N    how often each page is loaded, in turns, and the chart opened (9)
  --charted N   readings of the day whose chart is measured (100000)
  --seconds N   how long the chart is zoomed and moved (10)
  --readings N  readings whose way to the page is timed (200)
  --short       one round, 10000 and 20 readings, not written down
  --no-write    leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    rounds: TEXT,
    charted: TEXT,
    seconds: TEXT,
    readings: TEXT,
    short: SHORT,
  });
  if (values.help) return null;
  const { short } = values;
  return {
    rounds: wholeNumber('rounds', values.rounds, short ? 1 : 9, 1, 50),
    charted: wholeNumber('charted', values.charted, short ? 10_000 : 100_000, 1_000, 1_000_000),
    seconds: wholeNumber('seconds', values.seconds, short ? 3 : 10, 1, 60),
    readings: wholeNumber('readings', values.readings, short ? 20 : 200, 1, 10_000),
    write: values.write && !short,
  };
}
