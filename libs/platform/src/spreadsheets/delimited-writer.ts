import { type Column, type Row, type SheetPlan, type SheetWriter, inert } from './column.ts';
import { ZoneClock } from './zone-clock.ts';

const LINE_END = '\r\n';
/** Without it, Excel takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes CSV in UTF-8: commas, quotes as in RFC 4180, times with their distance from UTC. */
export class DelimitedWriter implements SheetWriter {
  private readonly columns: readonly Column[];
  private readonly clock: ZoneClock;
  private readonly take: (bytes: Uint8Array) => void;

  constructor({ columns, zone }: SheetPlan, take: (bytes: Uint8Array) => void) {
    this.columns = columns;
    this.clock = new ZoneClock(zone);
    this.take = take;
    this.put([BYTE_ORDER_MARK + columns.map(({ title }) => quoted(inert(title))).join(',')]);
  }

  async write(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) this.put(rows.map((row) => this.lineOf(row)));
  }

  async end(): Promise<void> {}

  private put(lines: readonly string[]): void {
    this.take(Buffer.from(lines.join(LINE_END) + LINE_END));
  }

  private lineOf(row: Row): string {
    return this.columns.map(({ kind }, place) => this.cellOf(kind, row[place] ?? null)).join(',');
  }

  private cellOf(kind: Column['kind'], cell: Row[number]): string {
    if (cell === null) return '';
    if (typeof cell === 'string') return quoted(inert(cell));
    return kind === 'time' ? this.clock.textAt(cell) : String(cell);
  }
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
