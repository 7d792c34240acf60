import { z } from 'zod';
import { call } from '../call.ts';
import { Id, Name, blankAsAbsent } from '../fields.ts';
import { Upload } from './files.ts';
import { pageOf, pageQuery } from '../page.ts';

/** What a sensor measures, owned by a manager. `mapped` says whether a calibration table is uploaded. */
export const SensorType = z.object({
  id: Id,
  sensorName: z.string(),
  userId: Id,
  managerName: z.string(),
  mapped: z.boolean(),
  createdAt: z.string(),
});
export type SensorType = z.infer<typeof SensorType>;

/** `userId` is the manager who will own it; a manager's own id is taken for themselves. */
export const NewSensorType = z.strictObject({ sensorName: Name, userId: blankAsAbsent(Id) });

/** Largest file that a calibration table comes in. */
export const TABLE_MAX_BYTES = 5 * 1_048_576;
/** Most rows of a calibration table, and the fewest that make a line. */
export const TABLE_MOST_ROWS = 20_000;
export const TABLE_FEWEST_ROWS = 2;
/** Most points that a table's curve is shown by; each stretch keeps its extremes. */
export const CURVE_MOST_POINTS = 500;

const CurvePoint = z.object({ raw: z.number(), value: z.number() });
/** A calibration table as a curve: `rows` of them, `minimum` and `maximum` of their values. */
export const CalibrationCurve = z.object({
  rows: z.int(),
  minimum: z.number(),
  maximum: z.number(),
  first: CurvePoint,
  last: CurvePoint,
  points: z.array(CurvePoint),
});
export type CalibrationCurve = z.infer<typeof CalibrationCurve>;

/** A table that is in use: the file that it came in, by its name, and when. */
const UsedTable = CalibrationCurve.extend({ fileName: z.string(), uploadedAt: z.string() });

/** A flag of a query. */
const DryRun = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** How long the asker waits for a file to be read, others before it included, ms. */
const READ_WITHIN_MS = 30_000;

/**
 * Told over NATS among the processes that treat readings: a calibration table is another, or gone. It is told before
 * whoever changed it is answered.
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
  /** Puts the table of a file in the place of the one in use; with `dryRun` it is only read and shown. */
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
