import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** How often each step is measured; medians of them are shown. */
  readonly rounds: number;
  /** Messages that each side handles in a step of a round. */
  readonly messages: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

/** Messages of a request: at 8,000 readings a second with a few partitions, and the most that an endpoint sends at once. */
export const BATCHES = [20, 2_000] as const;

export const HELP = `npm run bench:kafka-codec -- [options]
  --rounds N    rounds, in each of which the sides take turns; medians are shown (5)
  --messages N  messages that a side handles in a step (100000)
  --short       two rounds of 20,000 messages, not written down
  --no-write    leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, { rounds: TEXT, messages: TEXT, short: SHORT });
  if (values.help) return null;
  const { short } = values;
  return {
    rounds: wholeNumber('rounds', values.rounds, short ? 2 : 5, 1, 100),
    messages: wholeNumber('messages', values.messages, short ? 20_000 : 100_000, 2_000, 10_000_000),
    write: values.write && !short,
  };
}
