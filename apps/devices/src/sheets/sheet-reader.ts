import { Injectable, Optional } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SHEET_MAX_BYTES, type SheetBounds, SheetRefused, type SheetRow } from './sheet.ts';
import type { SheetAnswer, SheetQuestion } from './sheet-program.ts';
import { refusalOf, sheetsUnderWay } from './sheets.errors.ts';

/** A file whose reading takes longer than this is given up, ms. */
const READ_WITHIN_MS = 8_000;
/** So many wait while one is read; more are sent away. */
const MOST_WAITING = 4;
const RETRY_AFTER_S = 5;
const HEAP = ['--max-old-space-size=32', '--max-semi-space-size=2'];

// The program lies beside this file, as it does: built or not.
const PROGRAM = fileURLToPath(new URL(`./sheet-program${import.meta.url.slice(-3)}`, import.meta.url));
const NAMES = /\.(?:xlsx|xls|csv)$/i;

/** Reads uploaded workbooks and texts of columns, one at a time, in a process of its own with little memory and time. */
@Injectable()
export class SheetReader {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private reading: ChildProcess | undefined;

  constructor(
    lifecycle: Lifecycle,
    @Optional() private readonly readWithinMs: number = READ_WITHIN_MS,
  ) {
    lifecycle.onStop(() => void this.reading?.kill('SIGKILL'));
  }

  /**
   * The rows of a file's first sheet that hold anything, within bounds.
   * @throws 422 or 413 with the reason where it can't be read, 503 where too many others wait.
   */
  async read(fileName: string, file: Buffer, bounds: SheetBounds): Promise<SheetRow[]> {
    if (!NAMES.test(fileName)) throw refusalOf(new SheetRefused('Choose a file of type .xls, .xlsx or .csv'));
    if (file.length > SHEET_MAX_BYTES)
      throw refusalOf(new SheetRefused('The file is larger than 5 MB', true));
    if (this.waiting > MOST_WAITING) throw sheetsUnderWay(undefined, { retryAfterS: RETRY_AFTER_S });
    this.waiting++;
    const turn = this.last.then(() => this.readNow(file, bounds));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting--;
    }
  }

  private async readNow(file: Buffer, bounds: SheetBounds): Promise<SheetRow[]> {
    const begun = performance.now();
    const answer = await this.ask({ file, bounds });
    const outcome = answer === null ? 'given up' : 'rows' in answer ? 'read' : 'refused';
    logger.info({ bytes: file.length, ms: Math.round(performance.now() - begun), outcome }, 'file read');
    if (answer === null) throw refusalOf(new SheetRefused('The file takes too much time or memory to read'));
    if ('rows' in answer) return answer.rows;
    throw refusalOf({ message: answer.refusal, isTooLarge: answer.isTooLarge });
  }

  /** Null where the process ended, or was ended, without an answer. */
  private ask(question: SheetQuestion): Promise<SheetAnswer | null> {
    return new Promise((resolve) => {
      // It has nothing to know: no variable, no secret.
      const child = fork(PROGRAM, { env: {}, execArgv: HEAP, serialization: 'advanced', stdio: 'ignore' });
      this.reading = child;
      const timer = setTimeout(() => child.kill('SIGKILL'), this.readWithinMs);
      let answer: SheetAnswer | null = null;
      child.once('message', (message) => (answer = message as SheetAnswer));
      child.once('error', (error) => {
        logger.error({ reason: error.message }, 'a file can not be read');
        resolve(null);
      });
      child.once('close', () => {
        clearTimeout(timer);
        this.reading = undefined;
        resolve(answer);
      });
      child.send(question, () => undefined);
    });
  }
}
