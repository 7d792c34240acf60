/** What a cell holds: a number or a text as it stands there; null: nothing. What is neither is said in words. */
export type Cell = number | string | null | { readonly is: string };

/** A row that holds anything. */
export interface SheetRow {
  /** As a spreadsheet counts it, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** How much of a file is taken. */
export interface SheetBounds {
  /** Rows that hold anything, beside a header. */
  readonly mostRows: number;
  readonly mostColumns: number;
}

/** Largest file, and what a packed one may hold. */
export const SHEET_MAX_BYTES = 5 * 1_048_576;
export const UNPACKED_MAX_BYTES = 20 * 1_048_576;

/** Why a file is not taken, in a sentence for whoever sent it. Nothing of what stands in the file is in it. */
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

/** Where something stands, as messages say it. */
export const placeOf = (row: number, column: number): string => `Row ${row}, column ${columnName(column)}`;

/** Gathers rows as they are read, and refuses the first that is beyond the bounds. */
export class SheetRows {
  readonly rows: SheetRow[] = [];
  private readonly bounds: SheetBounds;

  constructor(bounds: SheetBounds) {
    this.bounds = bounds;
  }

  /** `cells` may end in empty ones; a row of nothing else is left out. */
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
