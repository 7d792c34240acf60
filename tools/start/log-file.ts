import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const LARGEST_BYTES = 20 * 1024 * 1024;
const KEPT_BEFORE = 2;
/** MongoDB ends with a long backtrace, behind the line that says why. */
const REMEMBERED_BYTES = 64 * 1024;

/**
 * A log of whole lines that never grows past its size: when full it becomes `….1.log`, and the one before that
 * `….2.log`. What can't be written, on a full disk for one, is dropped: a log never stops what it is about.
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

  /** Takes a stream of a process; each stream's lines stay whole. */
  follow(stream: NodeJS.ReadableStream): void {
    let begun = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      const said = Buffer.concat([begun, chunk]);
      const end = said.lastIndexOf(0x0a) + 1;
      begun = said.subarray(end);
      if (end > 0) this.#write(said.subarray(0, end));
    });
    stream.on('end', () => {
      if (begun.length > 0) this.#write(Buffer.concat([begun, Buffer.from('\n')]));
    });
    stream.on('error', () => {
      // The process is gone and its end is told elsewhere.
    });
  }

  /** The process is started anew. */
  beginRun(): void {
    this.#recent = Buffer.alloc(0);
  }

  /** What the process said last, for the line that tells of its end. */
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
      if (this.#size + lines.length > this.#largestBytes) this.#turn();
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

  #turn(): void {
    this.close();
    const numbered = (number: number) =>
      number === 0 ? this.path : this.path.replace(/\.log$/, `.${number}.log`);
    for (let number = KEPT_BEFORE; number > 0; number -= 1) {
      try {
        renameSync(numbered(number - 1), numbered(number));
      } catch {
        // Not that many yet.
      }
    }
    this.#size = 0;
  }
}

const IS_FULL = /No space left on device|ENOSPC/;

/** What a process's end comes down to: the full disk where it told of one, else its last error, else the last it said at all. */
export function lastWords(lines: readonly string[]): string {
  const entries = lines.filter((line) => line.trim() !== '').map(entryOf);
  const entry =
    entries.findLast(({ isError, words }) => isError && IS_FULL.test(words)) ??
    entries.findLast(({ isError }) => isError) ??
    entries.at(-1);
  const words = entry?.words ?? '';
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}

/** Our services' lines and MongoDB's (`s` is their severity) are JSON; Node and Java begin with the class of the error. */
function entryOf(line: string): { isError: boolean; words: string } {
  try {
    const { level, s, msg, err, attr } = JSON.parse(line) as {
      level?: unknown;
      s?: unknown;
      msg?: unknown;
      err?: { message?: unknown };
      attr?: { error?: string | { errmsg?: unknown } };
    };
    const cause = typeof attr?.error === 'object' ? attr.error.errmsg : attr?.error;
    const words = [msg, err?.message, cause].filter((part) => typeof part === 'string').join(': ');
    return { isError: level === 'error' || level === 'fatal' || s === 'E' || s === 'F', words };
  } catch {
    return { isError: /^[\w.]*(Error|Exception)\b/.test(line), words: line.trim() };
  }
}
