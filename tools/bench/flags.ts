import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Problem } from '../servers/problem.ts';

/** A flag with a value, and one of a benchmark that has a shorter form, which is not written down. */
export const TEXT = { type: 'string' } as const;
export const SHORT = { type: 'boolean', default: false } as const;

/** What every benchmark understands. */
const SHARED = {
  write: { type: 'boolean', default: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Flags<Own extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowNegative: true; options: Own & typeof SHARED }>
>['values'];

/** Reads a benchmark's own flags and those that all have. @throws Problem in a sentence where one isn't known. */
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

/** A flag's value as a whole number. @throws Problem where it is none, or out of bounds. */
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

/** A flag's value as some of the words known, with commas between; all of them where it isn't given. @throws Problem */
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
