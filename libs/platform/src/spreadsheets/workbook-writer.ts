import exceljs from 'exceljs';
import { Writable } from 'node:stream';
import type { Cell, Column, Row, SheetPlan, SheetWriter } from './column.ts';
import { ZoneClock } from './zone-clock.ts';

/** Excel reads 1,048,576 rows of a sheet; the rest goes into further sheets. */
const ROWS_OF_SHEET = 1_000_000;
/** Rows that are written at once; then the compressor gets its turn. */
const ROWS_AT_ONCE = 250;
/** Twice as fast as the default, for files that are a fifth larger. */
const COMPRESSION_LEVEL = 3;

/** Control characters, of which XML can't hold most, and its two non-characters: one makes the whole file unreadable. */
const NOT_IN_XML = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** Excel repairs a file with a longer text, and tells its user so. */
const LONGEST_TEXT = 32_767;

const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss.000';
/** In the format of texts, a cell stays a text also when its user edits it: '=1+1' becomes no formula. */
const TEXT_FORMAT = '@';
const FORMAT_OF: Partial<Record<Column['kind'], string>> = { text: TEXT_FORMAT, time: TIME_FORMAT };

/** Widths of columns, in digits: at least, of each kind, and at most. */
const NARROWEST: Record<Column['kind'], number> = { text: 10, number: 12, time: 24 };
const WIDEST = 60;
/** Room beside a title for the arrow of its filter. */
const ARROW = 4;

/** The part of a sheet's stream that `exceljs` doesn't declare: where it writes its XML to. */
interface WithPipes {
  stream: { pipes: { write(bytes: Uint8Array, written: () => void): void }[] };
}

/** A name of a range of cells, as `exceljs` writes it. */
interface DefinedName {
  name: string;
  ranges: string[];
  localSheetId: number;
}
/** The names that `exceljs` writes. Its own list of them has an object for each cell of a range. */
interface WithNames {
  _definedNames: { model: DefinedName[] };
}

/** Writes a workbook, of which only some rows are in memory. */
export class WorkbookWriter implements SheetWriter {
  private readonly plan: SheetPlan;
  private readonly clock: ZoneClock;
  private readonly workbook: exceljs.stream.xlsx.WorkbookWriter;
  /** Absent before the first rows, because they tell how wide its columns are. */
  private sheet: exceljs.Worksheet | undefined;
  private sheets = 0;
  /** LibreOffice knows the filter of a sheet by the name of its range. */
  private readonly filters: DefinedName[] = [];
  /** Rows of the sheet so far, without its titles. */
  private rows = 0;

  constructor(plan: SheetPlan, take: (bytes: Uint8Array) => void) {
    this.plan = plan;
    this.clock = new ZoneClock(plan.zone);
    const stream = new Writable({
      write(bytes: Uint8Array, _encoding, done) {
        take(bytes);
        done();
      },
    });
    this.workbook = new exceljs.stream.xlsx.WorkbookWriter({
      stream,
      useStyles: true,
      // Shared strings would all be in memory until the end.
      useSharedStrings: false,
      zip: { zlib: { level: COMPRESSION_LEVEL } },
    });
    (this.workbook as unknown as WithNames)._definedNames = { model: this.filters };
    this.workbook.creator = this.workbook.lastModifiedBy = 'Telemon';
    this.workbook.title = plan.name;
    this.workbook.subject = cellText(plan.subject ?? '');
    this.workbook.description = `Times are those of the time zone ${plan.zone}`;
  }

  async write(rows: readonly Row[]): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      if (this.rows > ROWS_OF_SHEET - ROWS_AT_ONCE) this.endSheet();
      const sheet = (this.sheet ??= this.nextSheet(some));
      for (const row of some) sheet.addRow(this.valuesOf(row)).commit();
      this.rows += some.length;
      await this.compressed(sheet);
    }
  }

  async end(): Promise<void> {
    this.sheet ??= this.nextSheet([]);
    this.endSheet();
    await this.workbook.commit();
  }

  /** @param rows Its first ones */
  private nextSheet(rows: readonly Row[]): exceljs.Worksheet {
    this.sheets++;
    const { name, columns } = this.plan;
    const sheet = this.workbook.addWorksheet(this.sheets === 1 ? name : `${name} ${this.sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    sheet.columns = columns.map((column, place) => ({
      header: cellText(column.title),
      width: widthOf(column, rows, place),
      style: { numFmt: FORMAT_OF[column.kind] },
    }));
    const titles = sheet.getRow(1);
    titles.font = { bold: true };
    titles.numFmt = TEXT_FORMAT;
    titles.commit();
    return sheet;
  }

  private endSheet(): void {
    const sheet = this.sheet!;
    const [column, row] = [sheet.getColumn(this.plan.columns.length).letter, this.rows + 1];
    sheet.autoFilter = `A1:${column}${row}`;
    this.filters.push({
      name: '_xlnm._FilterDatabase',
      ranges: [`'${sheet.name}'!$A$1:$${column}$${row}`],
      localSheetId: this.sheets - 1,
    });
    sheet.commit();
    this.sheet = undefined;
    this.rows = 0;
  }

  /** A string is a cell of the kind text, whatever it begins with: formulas are another kind, which no row has. */
  private valuesOf(row: Row): (string | number | Date | undefined)[] {
    return this.plan.columns.map(({ kind }, place) => {
      // An empty cell would be written with its format.
      const cell = row[place] ?? undefined;
      if (typeof cell === 'string') return cellText(cell);
      return typeof cell === 'number' && kind === 'time' ? this.clock.wallAt(cell) : cell;
    });
  }

  /** Waits until the rows so far are compressed: `exceljs` itself doesn't wait, and would keep them all. */
  private compressed(sheet: exceljs.Worksheet): Promise<void> {
    const [zipped] = (sheet as unknown as WithPipes).stream.pipes;
    return new Promise((resolve) => zipped!.write(new Uint8Array(), resolve));
  }
}

/** A text as a workbook can hold it: other characters are shown as �, and the end of a text that is too long as …. */
const cellText = (text: string): string => {
  const whole = text.toWellFormed().replaceAll(NOT_IN_XML, '\ufffd');
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT - 1)}…`.toWellFormed() : whole;
};

/** The width of a column, as its title and its first cells need it. */
const widthOf = ({ title, kind }: Column, rows: readonly Row[], place: number): number => {
  const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[place])), title.length + ARROW);
  return Math.min(WIDEST, Math.max(NARROWEST[kind], longest + 1));
};

/** The length of a text; numbers and times need no more room than their kind does. */
const lengthOf = (cell: Cell | undefined): number => (typeof cell === 'string' ? cell.length : 0);
