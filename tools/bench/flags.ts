import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Problem } from '../servers/problem.ts';

/** A flag with a value, and the flag for a benchmark's short form, whose results are not saved. */
export const TEXT = { type: 'string' } as const;
export const SHORT = { type: 'boolean', default: false } as const;

/** The flags of every benchmark. */
const SHARED = {
  write: { type: 'boolean', default: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Flags<Own extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowNegative: true; options: Own & typeof SHARED }>
>['values'];

/** Reads a benchmark's own flags and the shared ones. @throws Problem for an unknown flag or a missing value. */
export function readFlags<const Own extends ParseArgsOptionsConfig>(
  args: readonly string[],
  own: Own,
): Flags<Own> {
  try {
    return parseArgs({ args: [...args], allowNegative: true, options: { ...own, ...SHARED } }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message.split('. ')[0]}. See --help.`, { cause: error });
  }
}

/** A flag's value as a whole number. @throws Problem if it is none, or out of bounds. */
export function wholeNumber(
  flag: string,
  given: string | undefined,
  usual: number,
  least: number,
  most: number,
): number {
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Problem(`--${flag} ${given} should be a whole number from ${least} to ${most}`);
}

/** A flag's value as a comma-separated list of known words; all of them by default. @throws Problem for others. */
export function someOf<Word extends string>(
  flag: string,
  given: string | undefined,
  known: readonly Word[],
): readonly Word[] {
  if (given === undefined) return known;
  return given.split(',').map((word) => {
    const found = known.find((one) => one === word);
    if (found === undefined) throw new Problem(`--${flag} ${word} should be of ${known.join(', ')}`);
    return found;
  });
}
