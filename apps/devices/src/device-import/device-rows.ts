import {
  IMPORT_COLUMNS,
  IMPORT_NEEDED,
  type ImportColumn,
  type RowFault,
} from '@telemon/contracts/device-import';
import { NewDevice } from '@telemon/contracts/devices';
import { failureOfInput } from '@telemon/contracts/errors';
import { numberOf } from '../readings/sent-values.ts';
import { type Cell, SheetRefused, type SheetRow } from '../sheets/sheet.ts';

/** A device of a file, and the row that it stands in. */
export interface DeviceRow {
  row: number;
  device: NewDevice;
}

export interface DeviceRows {
  devices: DeviceRow[];
  faults: RowFault[];
  /** Rows beside the first. */
  count: number;
}

const NUMBERS: ReadonlySet<ImportColumn> = new Set(['lat', 'lng', 'smsLimit', 'emailLimit', 'maximumDepth']);
const META_DATA: ReadonlySet<ImportColumn> = new Set(['maximumDepth', 'applicationType', 'valueType']);

/** What is told of a field of a device, by the column that it comes from. */
const columnOf = (field: string): string =>
  field.replace(/^sensorId(\d)$/, 'sensor$1').replace(/^deviceMetaData\./, '');

/**
 * The devices that rows describe, the first of which names their columns.
 * @param sensors The ids of the manager's sensor types, by their names in lower case.
 * @throws SheetRefused where the columns aren't those of devices.
 */
export const devicesOfRows = (
  [first, ...rows]: readonly SheetRow[],
  managerId: string | null,
  sensors: ReadonlyMap<string, string>,
): DeviceRows => {
  const columns = columnsOf(first);
  const devices: DeviceRow[] = [];
  const faults: RowFault[] = [];
  const seen = new Set<string>();
  for (const { number: row, cells } of rows) {
    const found = valuesOf(columns, cells, sensors);
    const request = { ...found.values, locationMode: 'Gps', managerId };
    const parsed = NewDevice.safeParse(request);
    const fields = { ...(parsed.success ? {} : failureOfInput(parsed.error, request).fields) };
    const wrong: Record<string, string> = {};
    for (const [field, message] of Object.entries(fields)) wrong[columnOf(field)] = message;
    const name = found.values.deviceName;
    if (typeof name === 'string' && seen.has(name)) wrong.deviceName = 'This name is in the file twice';
    else if (typeof name === 'string') seen.add(name);
    Object.assign(wrong, found.faults);
    faults.push(...Object.entries(wrong).map(([column, message]) => ({ row, column, message })));
    if (parsed.success && Object.keys(wrong).length === 0) devices.push({ row, device: parsed.data });
  }
  return { devices, faults, count: rows.length };
};

const columnsOf = (first: SheetRow | undefined): (ImportColumn | null)[] => {
  const columns = (first?.cells ?? []).map((cell): ImportColumn | null => {
    if (cell === null) return null;
    const name = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
    const column = IMPORT_COLUMNS.find((each) => each.toLowerCase() === name);
    if (!column) throw new SheetRefused(`The first row names a column that devices don't have`);
    return column;
  });
  const twice = columns.find((column, place) => column !== null && columns.indexOf(column) !== place);
  if (twice) throw new SheetRefused(`The column ${twice} is there twice`);
  const missing = IMPORT_NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new SheetRefused(`The first row has to name ${missing.join(', ')}`);
  return columns;
};

interface RowValues {
  values: Record<string, unknown>;
  faults: Record<string, string>;
}

/** The cells of a row as a device is asked for; what is left blank is left to the defaults. */
const valuesOf = (
  columns: readonly (ImportColumn | null)[],
  cells: readonly Cell[],
  sensors: ReadonlyMap<string, string>,
): RowValues => {
  const values: Record<string, unknown> = { template: 'Multiple' };
  const metaData: Record<string, unknown> = {};
  // What is blank is told of along with all else, not only once the rest is right.
  const faults: Record<string, string> = Object.fromEntries(
    IMPORT_NEEDED.map((column) => [column, 'This field is required']),
  );
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? null;
    if (cell === null || column === null || cell === '') continue;
    delete faults[column];
    // Nothing is ever worked out: what isn't a plain value is refused.
    if (typeof cell === 'object') faults[column] = `There is ${cell.is}`;
    else if (/^sensor\d$/.test(column)) {
      const id = sensors.get(String(cell).trim().toLowerCase());
      if (id === undefined) faults[column] = 'There is no such sensor';
      values[column.replace('sensor', 'sensorId')] = id ?? 'unknown';
    } else {
      const value = NUMBERS.has(column) ? (numberOf(cell) ?? cell) : String(cell).trim();
      if (META_DATA.has(column)) metaData[column] = value;
      else values[column] = value;
    }
  }
  return {
    values: Object.keys(metaData).length > 0 ? { ...values, deviceMetaData: metaData } : values,
    faults,
  };
};
