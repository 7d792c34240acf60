import { z } from 'zod';
import { call } from '../call.ts';
import { MqttLogin } from './devices.ts';
import { Id, blankAsAbsent } from '../fields.ts';
import { Upload } from './files.ts';

/** Most devices in one file. */
export const IMPORT_MOST_DEVICES = 500;

/** Required columns, by the names in the file's first row; the others may be left out. */
export const IMPORT_NEEDED = ['deviceName', 'deviceAlias', 'sensor1'] as const;
/** The columns of a device's position, by location mode: a file has those of one mode, or of both. */
export const IMPORT_PLACES = { Gps: ['lat', 'lng'], Map: ['building', 'floor', 'x', 'y'] } as const;
export const IMPORT_COLUMNS = [
  ...IMPORT_NEEDED,
  ...IMPORT_PLACES.Gps,
  ...IMPORT_PLACES.Map,
  'locationMode',
  'template',
  'sensor2',
  'sensor3',
  'sensor4',
  'smsLimit',
  'emailLimit',
  'limitRefresh',
  'weather',
  'maximumDepth',
  'applicationType',
  'valueType',
  'expectedInterval',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** A fault in a row. Rows count from 1, as in a spreadsheet. */
export const RowFault = z.object({ row: z.int(), column: z.string(), message: z.string() });
export type RowFault = z.infer<typeof RowFault>;

/**
 * `count`: devices in the file. `rows`: the valid ones. `faults`: the faults of the others. `made`: the logins of the new
 * devices, returned only this once; empty for a dry run.
 */
export const ImportResult = z.object({
  dryRun: z.boolean(),
  count: z.int(),
  rows: z.array(z.object({ row: z.int(), deviceName: z.string() })),
  faults: z.array(RowFault),
  made: z.array(z.object({ deviceName: z.string(), mqtt: MqttLogin })),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const deviceImport = {
  /**
   * Makes the devices of a file for one manager: all, or none if a row has a fault. A dry run makes none and reports on every
   * row. Names of sensors, buildings and floors refer to the manager's.
   */
  run: call(
    'devices.device-import.run',
    z.strictObject({
      dryRun: z
        .enum(['true', 'false'])
        .default('false')
        .transform((text) => text === 'true'),
      managerId: blankAsAbsent(Id),
      upload: Upload,
    }),
    ImportResult,
  ),
};
