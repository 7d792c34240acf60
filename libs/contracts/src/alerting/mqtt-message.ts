import { z } from 'zod';
import { ValueType } from '../readings.ts';
import { AlertType, Severity } from './alerts.ts';
import { NoticeKind } from './notices.ts';

/** The message that Telemon publishes, as JSON, to the MQTT target of an alert that fired, cleared or is tested. */
export const MqttAlertMessage = z.object({
  /** Id of the message; the same in every copy. */
  id: z.string(),
  event: NoticeKind,
  severity: Severity,
  deviceName: z.string(),
  deviceAlias: z.string(),
  sensorId: z.int(),
  sensorName: z.string(),
  valueType: ValueType,
  /** The value with which the alert fired, or cleared; null at the deadline of a Periodic alert and where an alert flaps. */
  value: z.number().nullable(),
  alertType: AlertType,
  /** The set point, or the lower and the upper threshold. */
  setPoints: z.array(z.number()),
  /** The alert's message, with its variables filled in, or what else happened, in a sentence. */
  message: z.string(),
  /** Only where an alert flaps: how often it fired or cleared since it was told about last. */
  changes: z.int().optional(),
  /** Time of the reading, or the deadline, ISO 8601. */
  timestamp: z.iso.datetime(),
  /** True if an earlier copy may have arrived. */
  repeated: z.boolean(),
  /** Only in a test message, whose values are samples: no alert has fired. */
  test: z.literal(true).optional(),
});
export type MqttAlertMessage = z.infer<typeof MqttAlertMessage>;
