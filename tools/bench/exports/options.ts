import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** Readings of the device that is exported. */
  readonly readings: number;
  /** Entries of the alert log that is exported and reported. */
  readonly entries: number;
  /** Devices of the list that is exported. */
  readonly devices: number;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

/** As many as thirty days have at a reading every 2.4 s. */
const MOST_READINGS = 1_080_000;

export const HELP = `npm run bench:exports -- [options]
  --readings N  of the device that is exported, up to 1,080,000 (1,000,000)
  --entries N   of the alert log that is exported and reported, up to 1,000,000 (200,000)
  --devices N   of the list that is exported, up to 50,000 (20,000)
  --short       20,000 readings, 5,000 entries, 1,000 devices, not written down
  --no-write    leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, { readings: TEXT, entries: TEXT, devices: TEXT, short: SHORT });
  if (values.help) return null;
  const { short } = values;
  return {
    readings: wholeNumber('readings', values.readings, short ? 20_000 : 1_000_000, 1_000, MOST_READINGS),
    entries: wholeNumber('entries', values.entries, short ? 5_000 : 200_000, 100, 1_000_000),
    devices: wholeNumber('devices', values.devices, short ? 1_000 : 20_000, 100, 50_000),
    write: values.write && !short,
  };
}
