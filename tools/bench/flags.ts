import { Problem } from '../servers/problem.ts';

/** Reads flags with `read`. @throws Problem in a sentence where one isn't known. */
export function readFlags<T>(read: () => T): T {
  try {
    return read();
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
