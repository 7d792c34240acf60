import { z } from 'zod';
import { call } from '../call.ts';
import { MqttLogin } from './devices.ts';
import { Id, blankAsAbsent } from '../fields.ts';
import { Upload } from './files.ts';

/** Largest file that devices come in, and most devices in one. */
export const IMPORT_MAX_BYTES = 5 * 1_048_576;
export const IMPORT_MOST_DEVICES = 500;

/** The columns of such a file, by the names in its first row; the others may be left out. */
export const IMPORT_NEEDED = ['deviceName', 'deviceAlias', 'sensor1'] as const;
/** Where a device is, by its location mode: a file has the columns of one of them, or of both. */
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
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** What is wrong with a row, as a spreadsheet counts it from 1. */
export const RowFault = z.object({ row: z.int(), column: z.string(), message: z.string() });
export type RowFault = z.infer<typeof RowFault>;

/**
 * `count` devices are in the file: those of `rows` are right, `faults` tells of the others. `made` has their logins, which are
 * told this once; it is empty for a dry run.
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
   * Makes the devices of a file for one manager: all, or none where a row is at fault. A dry run makes none and tells of every
   * row. Sensors, buildings and floors are named as the manager's are.
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
