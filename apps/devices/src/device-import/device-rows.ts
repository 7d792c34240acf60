import {
  IMPORT_COLUMNS,
  IMPORT_NEEDED,
  IMPORT_PLACES,
  type ImportColumn,
  type RowFault,
} from '@telemon/contracts/devices/device-import';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { failureOfInput } from '@telemon/contracts/errors';
import { type Cell, SheetRefused, type SheetRow, columnName, placeOf } from '../sheets/sheet.ts';
import type { NamedParts } from './named-parts.ts';
import { type Given, valuesOf } from './row-values.ts';

/** A device of a file, and its row. */
export interface DeviceRow {
  row: number;
  device: NewDevice;
}

export interface DeviceRows {
  devices: DeviceRow[];
  faults: RowFault[];
  /** Rows without the header. */
  count: number;
}

/** The columns that have another name than their device field. */
const COLUMN_OF: Readonly<Record<string, ImportColumn>> = {
  'floorData.buildingId': 'building',
  'floorData.floorMapId': 'floor',
  'floorData.xValue': 'x',
  'floorData.yValue': 'y',
};

/** The column that a device's field comes from. */
const columnOf = (field: string): string =>
  COLUMN_OF[field] ?? field.replace(/^sensorId(\d)$/, 'sensor$1').replace(/^deviceMetaData\./, '');

/**
 * Reads devices from rows; the first row names the columns.
 * @param parts The manager's sensors, buildings and floors by name.
 * @throws SheetRefused if the columns aren't those of devices.
 */
export const devicesOfRows = (
  [first, ...rows]: readonly SheetRow[],
  managerId: string | null,
  parts: NamedParts,
): DeviceRows => {
  const columns = columnsOf(first);
  const devices: DeviceRow[] = [];
  const faults: RowFault[] = [];
  const seen = new Set<string>();
  for (const { number: row, cells } of rows) {
    const found = valuesOf(givenIn(columns, cells), parts);
    const request = { ...found.values, managerId };
    const parsed = NewDevice.safeParse(request);
    const fields = { ...(parsed.success ? {} : failureOfInput(parsed.error, request).fields) };
    const wrong: Record<string, string> = {};
    for (const [field, message] of Object.entries(fields)) wrong[columnOf(field)] = message;
    const name = found.values.deviceName;
    if (typeof name === 'string' && seen.has(name)) wrong.deviceName = 'This name is in the file twice';
    else if (typeof name === 'string') seen.add(name);
    Object.assign(wrong, found.faults, unnamedIn(columns, cells));
    faults.push(...Object.entries(wrong).map(([column, message]) => ({ row, column, message })));
    if (parsed.success && Object.keys(wrong).length === 0) devices.push({ row, device: parsed.data });
  }
  return { devices, faults, count: rows.length };
};

const columnsOf = (first: SheetRow | undefined): (ImportColumn | null)[] => {
  const columns = (first?.cells ?? []).map((cell, place): ImportColumn | null => {
    if (cell === null) return null;
    const name = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
    const column = IMPORT_COLUMNS.find((each) => each.toLowerCase() === name);
    if (!column) throw new SheetRefused(`${placeOf(first!.number, place)}: devices have no such column`);
    return column;
  });
  const twice = columns.find((column, place) => column !== null && columns.indexOf(column) !== place);
  if (twice) throw new SheetRefused(`The column ${twice} is there twice`);
  const missing = IMPORT_NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new SheetRefused(`The first row has to name ${missing.join(', ')}`);
  const places: (readonly ImportColumn[])[] = Object.values(IMPORT_PLACES);
  if (!places.some((place) => place.every((column) => columns.includes(column)))) {
    const either = places.map((place) => place.join(', ')).join(' or ');
    throw new SheetRefused(`The first row has to name the position columns: ${either}`);
  }
  return columns;
};

const isGiven = (cell: Cell): cell is NonNullable<Cell> =>
  cell !== null && (typeof cell !== 'string' || cell.trim() !== '');

/** The non-empty cells of a row by column. */
const givenIn = (columns: readonly (ImportColumn | null)[], cells: readonly Cell[]): Given => {
  const given = new Map<ImportColumn, NonNullable<Cell>>();
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? null;
    if (column !== null && isGiven(cell)) given.set(column, cell);
  }
  return given;
};

/** Faults of cells in a column without a name, as after a comma too many: ignoring their content could be wrong. */
const unnamedIn = (
  columns: readonly (ImportColumn | null)[],
  cells: readonly Cell[],
): Record<string, string> =>
  Object.fromEntries(
    cells.flatMap((cell, place) =>
      isGiven(cell) && !columns[place] ? [[columnName(place), 'The first row names no column here']] : [],
    ),
  );
