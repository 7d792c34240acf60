import { z } from 'zod';
import { call } from './call.ts';
import { Id, Name, blankAsAbsent } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';

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
    pageQuery(['sensorName', 'createdAt']),
    pageOf('sensors', SensorType),
  ),
  ofManager: call(
    'devices.sensor-types.of-manager',
    z.strictObject({ managerId: Id }),
    z.object({ sensors: z.array(SensorType) }),
  ),
  remove: call('devices.sensor-types.remove', z.strictObject({ id: Id }), z.null()),
};
