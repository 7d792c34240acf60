/**
 * A failure that the user can fix. Its message names the fault and the remedy in one line; it is printed without a
 * stack.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The first line of an error's message. */
export const inOneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? '';

/** The printed form of an error: its message if it is a problem or a system error, with the stack if it is a bug. */
export const shown = (error: unknown): unknown =>
  error instanceof Problem || (error instanceof Error && 'syscall' in error) ? error.message : error;

/** Turns an error of writing to the file system into a Problem with advice; returns any other error as it is. */
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
