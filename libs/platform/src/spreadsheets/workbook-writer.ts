import exceljs from 'exceljs';
import { Writable } from 'node:stream';
import { type Column, type Row, type SheetPlan, type SheetWriter, inert } from './column.ts';
import { ZoneClock } from './zone-clock.ts';

/** Excel reads 1,048,576 rows of a sheet; the rest goes into further sheets. */
const ROWS_OF_SHEET = 1_000_000;
/** Rows that are written at once; then the compressor gets its turn. */
const ROWS_AT_ONCE = 250;
/** Twice as fast as the default, for files that are a fifth larger. */
const COMPRESSION_LEVEL = 3;

const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss.000';
const WIDTH_OF: Record<Column['kind'], number> = { text: 18, number: 12, time: 24 };

/** The part of a sheet's stream that `exceljs` doesn't declare: where it writes its XML to. */
interface WithPipes {
  stream: { pipes: { write(bytes: Uint8Array, written: () => void): void }[] };
}

/** Writes a workbook, of which only some rows are in memory. */
export class WorkbookWriter implements SheetWriter {
  private readonly plan: SheetPlan;
  private readonly clock: ZoneClock;
  private readonly workbook: exceljs.stream.xlsx.WorkbookWriter;
  private sheet: exceljs.Worksheet;
  private sheets = 0;
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
      // They would all be in memory until the end.
      useSharedStrings: false,
      zip: { zlib: { level: COMPRESSION_LEVEL } },
    });
    this.workbook.creator = this.workbook.lastModifiedBy = 'Telemon';
    this.sheet = this.nextSheet();
  }

  async write(rows: readonly Row[]): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      if (this.rows > ROWS_OF_SHEET - ROWS_AT_ONCE) {
        this.sheet.commit();
        this.sheet = this.nextSheet();
      }
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      for (const row of some) this.sheet.addRow(this.valuesOf(row)).commit();
      this.rows += some.length;
      await this.compressed();
    }
  }

  async end(): Promise<void> {
    await this.workbook.commit();
  }

  private nextSheet(): exceljs.Worksheet {
    this.sheets++;
    this.rows = 0;
    const { name, columns } = this.plan;
    const sheet = this.workbook.addWorksheet(this.sheets === 1 ? name : `${name} ${this.sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    sheet.columns = columns.map(({ title, kind }) => ({
      header: inert(title),
      width: WIDTH_OF[kind],
      ...(kind === 'time' && { style: { numFmt: TIME_FORMAT } }),
    }));
    sheet.getRow(1).font = { bold: true };
    sheet.getRow(1).commit();
    return sheet;
  }

  private valuesOf(row: Row): (string | number | Date | null)[] {
    return this.plan.columns.map(({ kind }, place) => {
      const cell = row[place] ?? null;
      if (typeof cell === 'string') return inert(cell);
      return cell !== null && kind === 'time' ? this.clock.wallAt(cell) : cell;
    });
  }

  /** Waits until the rows so far are compressed: `exceljs` itself doesn't wait, and would keep them all. */
  private compressed(): Promise<void> {
    const [zipped] = (this.sheet as unknown as WithPipes).stream.pipes;
    return new Promise((resolve) => zipped!.write(new Uint8Array(), resolve));
  }
}
