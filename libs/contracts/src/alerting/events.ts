import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName, Id, SensorId } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';
import { LARGEST_VALUE, ValueType } from '../readings.ts';

/** An event occurs while the value is above or below the set point, never at the set point itself. */
export const EventType = z.enum(['Above', 'Below']);
export type EventType = z.infer<typeof EventType>;

const NOT_A_SET_POINT = 'This should be a valid number';

export const NewEvent = z.strictObject({
  deviceName: DeviceName,
  sensorId: SensorId,
  valueType: ValueType,
  eventType: EventType,
  setPoint: z.number(NOT_A_SET_POINT).nonnegative(NOT_A_SET_POINT).max(LARGEST_VALUE, NOT_A_SET_POINT),
});
export type NewEvent = z.infer<typeof NewEvent>;

/** The rule. `sensorName` is the sensor's present name. */
export const Event = z.object({
  id: Id,
  deviceName: z.string(),
  sensorId: z.int(),
  sensorName: z.string(),
  valueType: ValueType,
  eventType: EventType,
  setPoint: z.number(),
  /** True while the condition holds. */
  occurring: z.boolean(),
  /** When the newest occurrence began; null: there was none yet. */
  lastOccurredAt: z.string().nullable(),
  /** Whether the user who asks may delete it. */
  mayDelete: z.boolean(),
  createdAt: z.string(),
});
export type Event = z.infer<typeof Event>;

const eventsQuery = pageQuery([
  'id',
  'deviceName',
  'sensorId',
  'sensorName',
  'valueType',
  'eventType',
  'setPoint',
  'occurring',
  'lastOccurredAt',
  'createdAt',
]);

export const events = {
  create: call('alerting.events.create', NewEvent, Event),
  list: call('alerting.events.list', eventsQuery, pageOf('events', Event)),
  ofDevice: call(
    'alerting.events.of-device',
    eventsQuery.extend({ deviceName: z.string().max(64) }),
    pageOf('events', Event),
  ),
  remove: call('alerting.events.remove', z.strictObject({ id: Id }), z.null()),
};
