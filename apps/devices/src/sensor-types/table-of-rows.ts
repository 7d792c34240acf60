import { TABLE_FEWEST_ROWS, TABLE_MOST_ROWS } from '@telemon/contracts/devices/sensor-types';
import { measuredOf } from '../readings/sent-values.ts';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { type Cell, SheetRefused, type SheetRow, placeOf } from '../sheets/sheet.ts';

const COLUMNS = ['raw', 'value'] as const;

/**
 * The table in rows of raw and value, the first of which may be a header.
 * @throws SheetRefused with row and column of the first cell that is no valid number, or of a raw value that is not above the one
 * before.
 */
export const tableOfRows = (rows: readonly SheetRow[]): CalibrationTable => {
  const [first, ...others] = rows;
  const data = first && isHeader(first) ? others : rows;
  if (data.length < TABLE_FEWEST_ROWS)
    throw new SheetRefused(`A table needs at least ${TABLE_FEWEST_ROWS} rows of raw and value`);
  if (data.length > TABLE_MOST_ROWS)
    throw new SheetRefused(`There are more than ${TABLE_MOST_ROWS} rows. Leave out some`);
  const raws = new Float64Array(data.length);
  const values = new Float64Array(data.length);
  for (const [index, row] of data.entries()) {
    raws[index] = numberIn(row, 0);
    values[index] = numberIn(row, 1);
    if (index === 0 || raws[index]! > raws[index - 1]!) continue;
    const fault =
      raws[index] === raws[index - 1]
        ? 'is there twice'
        : 'is less than the one before it; they have to ascend';
    throw new SheetRefused(`${placeIn(row, 0)}: the raw value ${fault}`);
  }
  return { raws, values };
};

/** Whether a row names the columns in words: no cell is a number. */
const isHeader = ({ cells }: SheetRow): boolean =>
  cells.every(
    (cell) =>
      cell === null ||
      (typeof cell === 'string' && measuredOf(cell) === undefined && !/^[\d+\-.,]/.test(cell)),
  );

const placeIn = ({ number }: SheetRow, column: 0 | 1): string =>
  `${placeOf(number, column)} (${COLUMNS[column]})`;

const numberIn = (row: SheetRow, column: 0 | 1): number => {
  const cell: Cell = row.cells[column] ?? null;
  if (cell === null) throw new SheetRefused(`${placeIn(row, column)} is empty`);
  if (typeof cell === 'object') throw new SheetRefused(`${placeIn(row, column)} holds ${cell.is}`);
  const number = measuredOf(cell);
  if (number === undefined) {
    const isLarge = Number.isFinite(Number(cell));
    throw new SheetRefused(`${placeIn(row, column)} ${isLarge ? 'lies beyond ±1e15' : 'is not a number'}`);
  }
  return number + 0; // -0 is 0.
};
