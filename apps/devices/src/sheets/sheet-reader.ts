import { Injectable, Optional } from '@nestjs/common';
import { SHEET_FILE, isNamedAs } from '@telemon/contracts/devices/file-kinds';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { fileURLToPath } from 'node:url';
import { FileReaderProcess } from '../files/file-reader-process.ts';
import { type SheetBounds, SheetRefused, type SheetRow } from './sheet.ts';
import type { SheetAnswer, SheetQuestion } from './sheet-program.ts';
import { refusalOf, sheetsUnderWay } from './sheets.errors.ts';

const READ_WITHIN_MS = 8_000;
const MOST_WAITING = 4;
const RETRY_AFTER_S = 5;
const HEAP_MB = 32;

// The program lies beside this file with the same extension: .ts, or .js once built.
const PROGRAM = fileURLToPath(new URL(`./sheet-program${import.meta.url.slice(-3)}`, import.meta.url));

/** Reads uploaded workbooks and delimited texts, one at a time, in a process of its own with little memory and time. */
@Injectable()
export class SheetReader {
  private readonly program: FileReaderProcess<SheetQuestion, SheetAnswer>;

  constructor(lifecycle: Lifecycle, @Optional() withinMs: number = READ_WITHIN_MS) {
    this.program = new FileReaderProcess(PROGRAM, {
      heapMb: HEAP_MB,
      withinMs,
      mostWaiting: MOST_WAITING,
      tooMany: () => sheetsUnderWay(undefined, { retryAfterS: RETRY_AFTER_S }),
    });
    lifecycle.onStop(() => this.program.stop());
  }

  /**
   * The non-empty rows of a file's first sheet, within bounds.
   * @throws 422 or 413 with the reason if it can't be read, 503 if too many others wait.
   */
  async read(fileName: string, file: Buffer, bounds: SheetBounds): Promise<SheetRow[]> {
    if (!isNamedAs(SHEET_FILE, fileName))
      throw refusalOf(new SheetRefused('Choose a file of type .xls, .xlsx or .csv'));
    if (file.length > SHEET_FILE.mostBytes)
      throw refusalOf(
        new SheetRefused(
          `The file is larger than ${SHEET_FILE.mostBytes / 1_048_576} MB. Leave only the data in it`,
          true,
        ),
      );
    const answer = await this.program.ask(() => ({ file, bounds }));
    if (answer === null)
      throw refusalOf(
        new SheetRefused('The file takes too much time or memory to read. Save the data as .csv'),
      );
    if ('rows' in answer) return answer.rows;
    throw refusalOf({ message: answer.refusal, isTooLarge: answer.isTooLarge });
  }
}
