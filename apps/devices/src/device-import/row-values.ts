import { DEVICE_DEFAULTS } from '@telemon/contracts/devices/devices';
import { IMPORT_NEEDED, IMPORT_PLACES, type ImportColumn } from '@telemon/contracts/devices/device-import';
import { numberOf } from '../readings/sent-values.ts';
import type { Cell } from '../sheets/sheet.ts';
import { type Named, type NamedParts, UNKNOWN_PART, partOf } from './named-parts.ts';

/** The non-empty cells of a row by column. */
export type Given = ReadonlyMap<ImportColumn, NonNullable<Cell>>;

const NUMBERS: ReadonlySet<ImportColumn> = new Set([
  'lat',
  'lng',
  'x',
  'y',
  'smsLimit',
  'emailLimit',
  'maximumDepth',
  'expectedInterval',
]);
const META_DATA: ReadonlySet<ImportColumn> = new Set(['maximumDepth', 'applicationType', 'valueType']);
const PLACE_ON_PLAN: ReadonlySet<ImportColumn> = new Set(IMPORT_PLACES.Map);
const NO_FLOORS: Named = new Map();

interface RowValues {
  values: Record<string, unknown>;
  faults: Record<string, string>;
}

/** A row as the request for a device, with the faults found before validation; blank cells take the defaults. */
export const valuesOf = (given: Given, parts: NamedParts): RowValues => {
  const locationMode = modeOf(given);
  const values: Record<string, unknown> = { template: DEVICE_DEFAULTS.template, locationMode };
  const metaData: Record<string, unknown> = {};
  const needed = [...IMPORT_NEEDED, ...(IMPORT_PLACES[locationMode as 'Gps' | 'Map'] ?? [])];
  // Missing values are reported together with all other faults.
  const faults: Record<string, string> = Object.fromEntries(
    needed.filter((column) => !given.has(column)).map((column) => [column, 'This field is required']),
  );
  for (const [column, cell] of given) {
    // Formulas and the like are never evaluated: only plain values are accepted.
    if (typeof cell === 'object') faults[column] = `There is ${cell.is}`;
    else if (/^sensor\d$/.test(column)) {
      const { id, fault } = partOf(parts.sensors, cell, 'sensor');
      if (fault) faults[column] = fault;
      values[column.replace('sensor', 'sensorId')] = id;
    } else if (!PLACE_ON_PLAN.has(column)) {
      const value = plainValueOf(column, cell);
      if (META_DATA.has(column)) metaData[column] = value;
      else values[column] = value;
    }
  }
  if (locationMode === 'Map') values.floorData = floorDataOf(given, parts, faults);
  if (Object.keys(metaData).length > 0) values.deviceMetaData = metaData;
  return { values, faults };
};

/** The mode that the row names, else the one that its place columns imply. */
const modeOf = (given: Given): unknown => {
  const said = given.get('locationMode');
  if (said !== undefined) return typeof said === 'object' ? undefined : plainValueOf('locationMode', said);
  return IMPORT_PLACES.Map.some((column) => given.has(column)) ? 'Map' : 'Gps';
};

const plainValueOf = (column: ImportColumn, cell: number | string): unknown =>
  NUMBERS.has(column) ? (numberOf(cell) ?? cell) : String(cell).trim();

/** A device's floor and its point on the plan. Adds parts that can't be found to `faults`. */
const floorDataOf = (given: Given, parts: NamedParts, faults: Record<string, string>) => {
  const idIn = (column: 'building' | 'floor', among: Named | undefined) => {
    const cell = given.get(column);
    if (cell === undefined || typeof cell === 'object' || !among) return UNKNOWN_PART;
    const { id, fault } = partOf(among, cell, column);
    if (fault) faults[column] = fault;
    return id;
  };
  const shareIn = (column: 'x' | 'y') => {
    const cell = given.get(column);
    return cell === undefined || typeof cell === 'object' ? null : plainValueOf(column, cell);
  };
  const buildingId = idIn('building', parts.buildings);
  // Without a known building, the floor is not reported as missing.
  const floors = buildingId === UNKNOWN_PART ? undefined : (parts.floors.get(buildingId) ?? NO_FLOORS);
  return { buildingId, floorMapId: idIn('floor', floors), xValue: shareIn('x'), yValue: shareIn('y') };
};
