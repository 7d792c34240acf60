import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** How often each page is loaded. */
  readonly rounds: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:console -- [options]
  --rounds N  how often each page is loaded, in turns (9)
  --short     one round, not written down
  --no-write  leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, { rounds: TEXT, short: SHORT });
  if (values.help) return null;
  const { short } = values;
  return {
    rounds: wholeNumber('rounds', values.rounds, short ? 1 : 9, 1, 50),
    write: values.write && !short,
  };
}
