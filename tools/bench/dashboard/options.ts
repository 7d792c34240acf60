import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** Requests of the home page, per size of the fleet. */
  readonly asks: number;
  /** Duration of panning the map, and of scrolling the cards. */
  readonly seconds: number;
  /** How often the map is opened. */
  readonly opens: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

/** Sizes of the measured fleets. */
export const FLEETS = [1_000, 10_000] as const;

export const HELP = `npm run bench:dashboard -- [options]
  --asks N     how often GET /v1/dashboard/ is asked, per size of the fleet (200)
  --seconds N  how long the map is panned and the cards are scrolled (5)
  --opens N    how often the map is opened (5)
  --short      20 asks, 2 s, one open, not written down
  --no-write   leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, { asks: TEXT, seconds: TEXT, opens: TEXT, short: SHORT });
  if (values.help) return null;
  const { short } = values;
  return {
    asks: wholeNumber('asks', values.asks, short ? 20 : 200, 1, 10_000),
    seconds: wholeNumber('seconds', values.seconds, short ? 2 : 5, 1, 60),
    opens: wholeNumber('opens', values.opens, short ? 1 : 5, 1, 50),
    write: values.write && !short,
  };
}
