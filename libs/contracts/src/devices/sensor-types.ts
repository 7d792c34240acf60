import { z } from 'zod';
import { call } from '../call.ts';
import { Id, Name, blankAsAbsent } from '../fields.ts';
import { Upload } from './files.ts';
import { pageOf, pageQuery } from '../page.ts';

/** A measured quantity, owned by a manager. `mapped` says whether a calibration table is uploaded. */
export const SensorType = z.object({
  id: Id,
  sensorName: z.string(),
  userId: Id,
  managerName: z.string(),
  mapped: z.boolean(),
  createdAt: z.string(),
});
export type SensorType = z.infer<typeof SensorType>;

/** `userId` is the owner. It may be left out by a manager, who always owns what they make. */
export const NewSensorType = z.strictObject({ sensorName: Name, userId: blankAsAbsent(Id) });

/** Most rows of a calibration table, and the fewest that make a line. */
export const TABLE_MOST_ROWS = 20_000;
export const TABLE_FEWEST_ROWS = 2;
/** Most points of a table's curve; downsampling keeps the extremes. */
export const CURVE_MOST_POINTS = 500;

const CurvePoint = z.object({ raw: z.number(), value: z.number() });
/** A calibration table as a curve, with the number of its rows and the extremes of their values. */
export const CalibrationCurve = z.object({
  rows: z.int(),
  minimum: z.number(),
  maximum: z.number(),
  first: CurvePoint,
  last: CurvePoint,
  points: z.array(CurvePoint),
});
export type CalibrationCurve = z.infer<typeof CalibrationCurve>;

/** The table in use, with the name of its file and the time of its upload. */
const UsedTable = CalibrationCurve.extend({ fileName: z.string(), uploadedAt: z.string() });

/** A flag of a query. */
const DryRun = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Timeout for reading a file, ms, its wait in the queue included. */
const READ_WITHIN_MS = 30_000;

/**
 * Published over NATS among the processes that treat readings when a calibration table is replaced or removed, before the call
 * that changed it returns.
 */
export const TableChanged = z.object({ sensorTypeId: z.string() });
export type TableChanged = z.infer<typeof TableChanged>;
export const TABLE_CHANGED_SUBJECT = 'devices.sensor-types.table-changed';

export const sensorTypes = {
  create: call('devices.sensor-types.create', NewSensorType, SensorType),
  list: call(
    'devices.sensor-types.list',
    pageQuery(['sensorName', 'createdAt', 'managerName']),
    pageOf('sensors', SensorType),
  ),
  ofManager: call(
    'devices.sensor-types.of-manager',
    z.strictObject({ managerId: Id }),
    z.object({ sensors: z.array(SensorType) }),
  ),
  remove: call('devices.sensor-types.remove', z.strictObject({ id: Id }), z.null()),
  /** The table in use; null where there is none. */
  table: call(
    'devices.sensor-types.table',
    z.strictObject({ id: Id }),
    z.object({ sensor: SensorType, table: UsedTable.nullable() }),
  ),
  /** Replaces the table in use with the one in the file; with `dryRun`, only reads and returns it. */
  upload: call(
    'devices.sensor-types.upload',
    z.strictObject({ id: Id, upload: Upload, dryRun: DryRun.default(false) }),
    z.object({ sensor: SensorType, table: CalibrationCurve }),
    { answerWithinMs: READ_WITHIN_MS },
  ),
  removeTable: call(
    'devices.sensor-types.remove-table',
    z.strictObject({ id: Id }),
    z.object({ sensor: SensorType }),
  ),
};
