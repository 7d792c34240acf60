/**
 * Something that the person at the keyboard can mend. Its message is one line that says what is wrong and what
 * to do; it is shown as it is, without a stack.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** One line about any failure: a problem's own words, or the first line of what went wrong. */
export const inOneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? '';

/**
 * What to show of a failure: one line where the person or the machine is at fault, everything where the program is.
 */
export const shown = (error: unknown): unknown =>
  error instanceof Problem || (error instanceof Error && 'syscall' in error) ? error.message : error;

/** Turns what the file system says when it can't be written to into what the person can do about it. */
export function explainWriteFailure(error: unknown, folder: string, variable: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem(
        `The disk of ${folder} is full. Free some space, or set ${variable} to a folder elsewhere.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return new Problem(
        `${folder} can't be written to. Make it writable, or set ${variable} to a folder that is.`,
      );
    default:
      return error;
  }
}
