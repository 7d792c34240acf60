import { readFlags, SHORT, TEXT, wholeNumber } from '../flags.ts';

export interface BenchOptions {
  /** Duration of each step. */
  readonly seconds: number;
  /** Datagrams a second of registered devices without a flood, step by step. */
  readonly rates: readonly number[];
  /** Devices that send them; each has ten alerts. */
  readonly rateDevices: number;
  /** Readings a second over MQTT beside them. */
  readonly mqtt: number;
  /** Datagrams a second of registered devices beside a flood. */
  readonly known: number;
  readonly devices: number;
  /** Datagrams a second of made-up names beside them, step by step. */
  readonly floods: readonly number[];
  /** Ports that the flood comes from, for each of its rates. */
  readonly sources: readonly number[];
  /** Folder for a processor profile of udp-router in the last step; null for none. */
  readonly profile: string | null;
  /** Whether the results replace those under docs/benchmarks. */
  readonly write: boolean;
}

export const HELP = `npm run bench:udp -- [options]
  --seconds N        of each step (20)
  --rates A,B        datagrams a second, stored and compared with alerts, step by step; "none" for none (2000,4000,8000,12000,15000)
  --rate-devices N   that send them, with ten alerts each (1000)
  --mqtt N           readings a second over MQTT beside them (500)
  --known N          datagrams a second of registered devices beside a flood (500)
  --devices N        that send them (100)
  --floods A,B       datagrams a second of unknown names beside them, step by step; "none" for none (0,49000,100000)
  --sources A,B      ports that the flood comes from, for each of its rates (1,16,1000)
  --short            6 s a step, not written down
  --profile FOLDER   take a processor profile of udp-router in the last step, and print where the time goes
  --no-write         leave docs/benchmarks as it is`;

const RATES = '2000,4000,8000,12000,15000';

/** Reads the flags; null for --help. @throws Problem */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const values = readFlags(args, {
    seconds: TEXT,
    rates: TEXT,
    'rate-devices': TEXT,
    mqtt: TEXT,
    known: TEXT,
    devices: TEXT,
    floods: TEXT,
    sources: TEXT,
    profile: TEXT,
    short: SHORT,
  });
  if (values.help) return null;
  const { short } = values;
  return {
    seconds: wholeNumber('seconds', values.seconds, short ? 6 : 20, 1, 3_600),
    rates: listOf('rates', values.rates ?? (short ? '1000,2000' : RATES), 1, 100_000),
    rateDevices: wholeNumber('rate-devices', values['rate-devices'], short ? 100 : 1_000, 1, 10_000),
    mqtt: wholeNumber('mqtt', values.mqtt, short ? 100 : 500, 1, 10_000),
    known: wholeNumber('known', values.known, 500, 1, 20_000),
    devices: wholeNumber('devices', values.devices, 100, 1, 1_000),
    floods: listOf('floods', values.floods ?? '0,49000,100000', 0, 1_000_000),
    sources: listOf('sources', values.sources ?? '1,16,1000', 1, 1_000),
    profile: values.profile ?? null,
    write: values.write && !short,
  };
}

const listOf = (flag: string, given: string, least: number, most: number): number[] =>
  given === 'none' ? [] : given.split(',').map((text) => wholeNumber(flag, text, NaN, least, most));
