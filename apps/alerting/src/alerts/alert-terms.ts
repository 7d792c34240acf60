import { type AlertType, Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import type { ShapeOf } from '@telemon/platform/mongo-schema';
import { trusted } from 'mongoose';
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

/** The place of an alert's severity, as an expression of MongoDB: the most severe first. */
export const SEVERITY_RANK = {
  $indexOfArray: [[...Severity.options], { $ifNull: ['$severity', USUAL_SEVERITY] }],
};

/** The filter for alerts of a severity; of all, if none is given. Alerts of earlier versions of Telemon have the usual one. */
export const ofSeverity = (severity: Severity | undefined) => {
  if (severity === undefined) return {};
  if (severity !== USUAL_SEVERITY) return { severity };
  return { $or: [{ severity }, { severity: trusted({ $exists: false }) }] };
};
