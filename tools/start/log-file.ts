import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const LARGEST_BYTES = 20 * 1024 * 1024;
const KEPT_BEFORE = 2;
/** MongoDB logs a long backtrace after the line with the reason of its end. */
const REMEMBERED_BYTES = 64 * 1024;

/**
 * A log of whole lines with a size limit: a full file is rotated to `….1.log`, and the one before to `….2.log`. Lines that
 * can't be written, for example on a full disk, are dropped, because a log must not stop its process.
 */
export class LogFile {
  readonly path: string;
  readonly #largestBytes: number;
  #file: number | null = null;
  #size = 0;
  #recent = Buffer.alloc(0);

  constructor(path: string, largestBytes = LARGEST_BYTES) {
    this.path = path;
    this.#largestBytes = largestBytes;
  }

  /** Logs a stream of a process; lines of different streams don't mix. */
  follow(stream: NodeJS.ReadableStream): void {
    let begun = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      const text = Buffer.concat([begun, chunk]);
      const end = text.lastIndexOf(0x0a) + 1;
      begun = text.subarray(end);
      if (end > 0) this.#write(text.subarray(0, end));
    });
    stream.on('end', () => {
      if (begun.length > 0) this.#write(Buffer.concat([begun, Buffer.from('\n')]));
    });
    stream.on('error', () => {
      // The process has ended, which is reported elsewhere.
    });
  }

  /** Forgets the lines of the run before. */
  beginRun(): void {
    this.#recent = Buffer.alloc(0);
  }

  /** The last lines of this run, for the message about its end. */
  get recentLines(): string[] {
    return this.#recent.toString('utf8').split('\n');
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(lines: Buffer): void {
    this.#recent = Buffer.concat([
      this.#recent.subarray(-REMEMBERED_BYTES),
      lines.subarray(-REMEMBERED_BYTES),
    ]);
    try {
      if (this.#size + lines.length > this.#largestBytes) this.#rotate();
      this.#file ??= this.#open();
      writeSync(this.#file, lines);
      this.#size += lines.length;
    } catch {
      this.close();
    }
  }

  #open(): number {
    const file = openSync(this.path, 'a', 0o600);
    this.#size = fstatSync(file).size;
    return file;
  }

  #rotate(): void {
    this.close();
    const numbered = (number: number) =>
      number === 0 ? this.path : this.path.replace(/\.log$/, `.${number}.log`);
    for (let number = KEPT_BEFORE; number > 0; number -= 1) {
      try {
        renameSync(numbered(number - 1), numbered(number));
      } catch {
        // This file doesn't exist yet.
      }
    }
    this.#size = 0;
  }
}

const IS_FULL = /No space left on device|ENOSPC/;

/** Why a process ended: its last error about a full disk, else its last error, else its last line. */
export function lastWords(lines: readonly string[]): string {
  const entries = lines.filter((line) => line.trim() !== '').map(entryOf);
  const entry =
    entries.findLast(({ isError, words }) => isError && IS_FULL.test(words)) ??
    entries.findLast(({ isError }) => isError) ??
    entries.at(-1);
  const words = entry?.words ?? '';
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}

/** Services and MongoDB (whose severity is `s`) log JSON; error lines of Node and Java begin with the error's class. */
function entryOf(line: string): { isError: boolean; words: string } {
  try {
    const { level, s, msg, err, attr } = JSON.parse(line) as {
      level?: unknown;
      s?: unknown;
      msg?: unknown;
      err?: { message?: unknown };
      attr?: { error?: string | { errmsg?: unknown }; message?: { error_str?: unknown } };
    };
    const error = typeof attr?.error === 'object' ? attr.error.errmsg : attr?.error;
    const parts = [msg, err?.message, error, attr?.message?.error_str];
    const words = parts.filter((part) => typeof part === 'string').join(': ');
    return { isError: level === 'error' || level === 'fatal' || s === 'E' || s === 'F', words };
  } catch {
    return { isError: /^[\w.]*(Error|Exception)\b/.test(line), words: line.trim() };
  }
}
