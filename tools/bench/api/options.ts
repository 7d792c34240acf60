import { readFlags, SHORT, someOf, TEXT, wholeNumber } from '../flags.ts';

const SIDE_KEYS = ['telemon', 'naive', 'naive-copied'] as const;
export type SideKey = (typeof SIDE_KEYS)[number];

export interface BenchOptions {
  /** Duration of the list calls, per side and round. */
  readonly seconds: number;
  /** Duration of the sign-ins. */
  readonly loginSeconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly devices: number;
  /** Devices of the manager who calls the list. */
  readonly owned: number;
  readonly sides: readonly SideKey[];
  /** Folder for processor profiles of the last round; null for none. */
  readonly profile: string | null;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:api -- [options]
  --seconds N        how long the list is asked for, per side and round (12)
  --login-seconds N  the same for signing in (5)
  --rounds N         whole rounds, 1 to 9; medians of them are shown (5)
  --connections N    at a time (50)
  --devices N        in the installation (1000)
  --owned N          of them the manager's who asks (200)
  --sides A,B        of ${SIDE_KEYS.join(', ')} (all)
  --short            one round of 5 s and 3 s, not written down
  --profile FOLDER   take processor profiles in the last round, and print where the time goes
  --no-write         leave docs/benchmarks as it is`;

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    seconds: TEXT,
    'login-seconds': TEXT,
    rounds: TEXT,
    connections: TEXT,
    devices: TEXT,
    owned: TEXT,
    sides: TEXT,
    profile: TEXT,
    short: SHORT,
  });
  if (values.help) return null;
  const { short } = values;
  const devices = wholeNumber('devices', values.devices, 1_000, 1, 10_000);
  return {
    seconds: wholeNumber('seconds', values.seconds, short ? 5 : 12, 1, 3_600),
    loginSeconds: wholeNumber('login-seconds', values['login-seconds'], short ? 3 : 5, 1, 3_600),
    rounds: wholeNumber('rounds', values.rounds, short ? 1 : 5, 1, 9),
    connections: wholeNumber('connections', values.connections, 50, 1, 1_000),
    devices,
    owned: wholeNumber('owned', values.owned, Math.min(200, devices), 1, devices),
    sides: someOf('sides', values.sides, SIDE_KEYS),
    profile: values.profile ?? null,
    write: values.write && !short,
  };
}
