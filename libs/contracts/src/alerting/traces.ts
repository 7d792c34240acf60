import { z } from 'zod';
import { call } from '../call.ts';
import { MOST_TRACED, StoredValues } from '../devices/traces.ts';
import { Id } from '../fields.ts';
import { AlertLogEntry } from './alert-log.ts';
import { Alert } from './alerts.ts';

/** A value of a reading, compared with an alert as it is now. */
export const Judgement = z.object({
  readingId: z.string(),
  alert: Alert.pick({
    id: true,
    sensorName: true,
    valueType: true,
    alertType: true,
    criteria: true,
    paused: true,
  }),
  value: z.number(),
  /** Whether the alert's condition holds for the value. Of a Periodic alert: whether the set point is not reached. */
  meets: z.boolean(),
});
export type Judgement = z.infer<typeof Judgement>;

/** For the logs service, in a user's scope; there is no route of /v1 to them. */
export const alertTraces = {
  /** How a device's alerts compare stored readings, and the entries that began with one of the readings. */
  ofReadings: call(
    'alerting.traces.of-readings',
    z.strictObject({
      deviceName: z.string().max(64),
      readings: z
        .array(z.strictObject({ ...StoredValues.shape, id: z.string().max(64) }))
        .min(1)
        .max(MOST_TRACED),
    }),
    z.object({ judgements: z.array(Judgement), entries: z.array(AlertLogEntry) }),
  ),
  /** The device and the reading of an entry; null: a reading was not its cause. */
  ofEntry: call(
    'alerting.traces.of-entry',
    z.strictObject({ id: Id }),
    z.object({ deviceName: z.string(), readingId: z.string().nullable() }),
  ),
};
