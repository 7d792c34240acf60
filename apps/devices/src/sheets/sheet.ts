/** The content of a cell: a number or a text; null: nothing; `is` describes anything else in words. */
export type Cell = number | string | null | { readonly is: string };

/** A non-empty row. */
export interface SheetRow {
  /** The row's number in the spreadsheet, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Limits of a file. */
export interface SheetBounds {
  /** Non-empty rows, not counting a header. */
  readonly mostRows: number;
  readonly mostColumns: number;
}

/** The largest unpacked content. */
export const UNPACKED_MAX_BYTES = 20 * 1_048_576;

/** Why a file is refused, in a sentence for the user. Contains nothing of the file's content. */
export class SheetRefused extends Error {
  readonly isTooLarge: boolean;

  constructor(sentence: string, isTooLarge = false) {
    super(sentence);
    this.isTooLarge = isTooLarge;
  }
}

/** How a spreadsheet names a column: 0 is A, 26 is AA. */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** The position of a cell, as messages name it. */
export const placeOf = (row: number, column: number): string => `Row ${row}, column ${columnName(column)}`;

/** Collects rows as they are read, and refuses the first one beyond the bounds. */
export class SheetRows {
  readonly rows: SheetRow[] = [];
  private readonly bounds: SheetBounds;

  constructor(bounds: SheetBounds) {
    this.bounds = bounds;
  }

  /** Drops empty cells at the end, and a row without any others. */
  add(number: number, cells: readonly Cell[]): void {
    const { mostRows, mostColumns } = this.bounds;
    let length = cells.length;
    while (length > 0 && cells[length - 1] === null) length--;
    if (length === 0) return;
    if (this.rows.length > mostRows)
      throw new SheetRefused(`There are more than ${mostRows} rows. Leave out some`);
    if (length > mostColumns) {
      const column = cells.findIndex((cell, index) => index >= mostColumns && cell !== null);
      throw new SheetRefused(
        `${placeOf(number, column)}: there is something beside the ${mostColumns} columns that are read`,
      );
    }
    this.rows.push({ number, cells: cells.slice(0, length) });
  }
}
