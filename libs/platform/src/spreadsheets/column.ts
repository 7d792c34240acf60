import type { SheetFormat } from '@telemon/contracts/streamed-file';

/** A cell: a text, a number, or a time in epoch milliseconds; null is an empty cell. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** A column of a file, with its title. */
export interface Column {
  readonly title: string;
  readonly kind: 'text' | 'number' | 'time';
}

/** The parts of a file besides its rows. */
export interface SheetPlan {
  readonly format: SheetFormat;
  /** The name of a workbook's sheet, and the title among its properties. */
  readonly name: string;
  /** The subject among a workbook's properties, such as a device and its days. */
  readonly subject?: string;
  readonly columns: readonly Column[];
  /** The time zone of the times. */
  readonly zone: string;
}

/** Writes rows into a file. */
export interface SheetWriter {
  /** Adds rows, and waits until they are no longer in memory as rows. */
  write(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * The beginning of a text that becomes a formula in a spreadsheet. Full-width characters do, too, after a conversion, and programs skip
 * control characters, spaces and other invisible ones before it.
 */
const BEGINS_FORMULA = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@＝＋－＠])/u;

/** A text that no spreadsheet takes for a formula where cells have no kind, as in CSV. */
export const inert = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);
