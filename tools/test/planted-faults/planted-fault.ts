import type { Form } from '../../drills/drill.ts';

/** A change of one file. */
export interface Mistake {
  readonly file: string;
  /** Code that is in the file exactly once. */
  readonly right: string;
  readonly wrong: string;
}

/** A possible mistake, and the tests that must notice it. */
export interface PlantedFault extends Mistake {
  readonly name: string;
  /** Words of the paths of the spec files. */
  readonly specs: readonly string[];
}

/** Mistakes that are made together, and the drill in which one of the named counts must break its bound. */
export interface DrillFault {
  readonly name: string;
  readonly mistakes: readonly Mistake[];
  readonly drill: string;
  readonly breaks: readonly string[];
  /** Long where the short form is too small to show it. */
  readonly form: Form;
}

/** The text of a file with the mistake in it. @throws if the right code is not there exactly once. */
export function withMistake(text: string, { file, right, wrong }: Mistake): string {
  const [before, after, ...more] = text.split(right);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} doesn't have this exactly once: ${right}`);
  }
  return `${before}${wrong}${after}`;
}
