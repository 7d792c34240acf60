import { type SheetFormat, type StreamedFile, sheetFile } from '@telemon/contracts/streamed-file';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from '../lifecycle.ts';
import type { OutgoingFiles } from '../messaging/outgoing-files.ts';
import type { Column, Row } from './column.ts';
import { Spreadsheets } from './spreadsheets.ts';

/** The file that a caller wants: its name without an ending, and the inbox that it is sent to. */
interface Wanted {
  readonly name: string;
  readonly format: SheetFormat;
  readonly inbox: string | undefined;
  /** Fields of the log's line about the file. */
  readonly context: Record<string, unknown>;
}

export interface SheetContent {
  readonly columns: readonly Column[];
  /** The subject among a workbook's properties. */
  readonly subject?: string;
  /** In batches; the next one is asked for when the one before is on its way. */
  readonly rows: AsyncIterable<readonly Row[]>;
}

/** The spreadsheets that a feature streams to its callers. */
export class SheetExports {
  private readonly spreadsheets: Spreadsheets;

  /**
   * @param beside The `import.meta.url` of a file with a `spreadsheet-program.ts` beside it.
   * @param zone The time zone of the times.
   */
  constructor(
    private readonly files: OutgoingFiles,
    lifecycle: Lifecycle,
    beside: string,
    private readonly zone: string,
  ) {
    // The program has the same extension as this file: .ts, or .js once built.
    const program = new URL(`./spreadsheet-program${beside.slice(-3)}`, beside);
    this.spreadsheets = new Spreadsheets(fileURLToPath(program));
    lifecycle.onStop(() => this.spreadsheets.stop());
  }

  /**
   * Begins to stream a spreadsheet, and returns at once.
   * @param content Its signal aborts when nobody wants the file any more.
   * @throws without an inbox, or if too many files are under way
   */
  start(
    { name, format, inbox, context }: Wanted,
    content: (signal: AbortSignal) => SheetContent | Promise<SheetContent>,
  ): StreamedFile {
    this.files.start(inbox, { ...context, format }, async (file) => {
      const { rows, ...told } = await content(file.signal);
      const plan = { format, name, ...told, zone: this.zone };
      for await (const bytes of this.spreadsheets.of(plan, rows)) await file.write(bytes);
    });
    return sheetFile(name, format);
  }
}
