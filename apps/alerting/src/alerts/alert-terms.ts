import type { AlertType, Severity } from '@telemon/contracts/alerting/alerts';
import type { ShapeOf } from '@telemon/platform/mongo-schema';
import { type MqttTarget, mqttTargetSchema } from '../delivery/mqtt-target.ts';

/** The condition and the recipients of an alert, of which each of its log entries has a copy. */
export interface AlertTerms {
  alertType: AlertType;
  values: number[];
  /** Hours, only of a Periodic alert. */
  timePeriod?: number | null;
  contact: string | null;
  email: string | null;
  /** Absent, as null, where MQTT is disabled. */
  mqtt?: MqttTarget | null;
  /** The rest is absent from alerts of earlier versions of Telemon. */
  severity?: Severity;
  /** Seconds. */
  holdFor?: number;
  clearAt?: number[] | null;
  notifyCleared?: boolean;
  /** Minutes. */
  remindEvery?: number | null;
}

export const TERMS_SHAPE = {
  alertType: String,
  values: [Number],
  timePeriod: Number,
  contact: String,
  email: String,
  mqtt: mqttTargetSchema,
  severity: String,
  holdFor: Number,
  clearAt: [Number],
  notifyCleared: Boolean,
  remindEvery: Number,
} satisfies ShapeOf<AlertTerms>;
