import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const LARGEST_BYTES = 20 * 1024 * 1024;
const KEPT_BEFORE = 2;

/**
 * A log of whole lines that never grows past its size: when full it becomes `….1.log`, and the one before that
 * `….2.log`. What can't be written, on a full disk for one, is dropped: a log never stops what it is about.
 */
export class LogFile {
  readonly path: string;
  readonly #largestBytes: number;
  #file: number | null = null;
  #size = 0;
  /** What the process said last, for the line that tells of its end. */
  lastLine = '';

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

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(lines: Buffer): void {
    this.lastLine = lines.subarray(lines.lastIndexOf(0x0a, lines.length - 2) + 1, -1).toString('utf8');
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

/** What a process said last, short enough for a line about its end: the message of a JSON line, or the line. */
export function lastWords(line: string): string {
  let words = line;
  try {
    const entry = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } };
    words = [entry.msg, entry.err?.message].filter((part) => typeof part === 'string').join(': ');
  } catch {
    // Not JSON: as it is.
  }
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}
