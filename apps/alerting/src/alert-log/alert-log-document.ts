import type { EndCause, EntryCause } from '@telemon/contracts/alerting/alert-log';
import type { ValueType } from '@telemon/contracts/readings';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type AlertTerms, TERMS_SHAPE } from '../alerts/alert-terms.ts';

/** A copy of the alert that fired, at that time. */
export interface OfAlert extends AlertTerms {
  alertId: string;
  sensorId: number;
  sensorName: string;
  valueType: ValueType;
  /** When the alert was created. */
  createdAt: Date;
}

/** One firing of an alert, or one silence of a device, which has no part of an alert. */
export interface AlertLogDocument extends Partial<OfAlert> {
  /** Derived from the cause, so that the same cause makes the same entry. */
  _id: string;
  /** Replicas of an earlier Telemon write none during an update: then it is a reading. */
  cause?: EntryCause;
  deviceName: string;
  /** Version of the device's fact at the alert's creation; distinguishes the device from a later one of its name. */
  deviceVersion: number;
  deviceAlias: string;
  /** With the variables filled in. */
  message: string;
  /** Absent, as the reading, unless a reading is the cause. */
  value?: number;
  readingId?: string;
  /** Only of a silence: arrival of the last reading before it. */
  silentSince?: Date;
  /** Arrival of the reading that crossed the set point, the deadline, or the time from which the device counts as silent. */
  triggeredAt: Date;
  /** When the firing or silence was decided. */
  decidedAt: Date;
  /** Set while the alert fires or the device is silent: both have at most one open entry. */
  isOpen?: true;
  clearedAt: Date | null;
  /** Only if a reading cleared it. */
  clearedValue?: number;
  /** Only if no reading cleared it. Earlier versions of Telemon didn't store it. */
  endCause?: EndCause;
  /** When its recipients are reminded next; absent: they aren't. */
  remindAt?: Date;
  /** How often its recipients were reminded. */
  reminders?: number;
  ackAt: Date | null;
  ackBy: string;
  /** The note of the user who acknowledged it; absent without one. */
  ackNote?: string;
}

export const alertLogSchema = schemaOf<AlertLogDocument>({
  _id: String,
  cause: String,
  alertId: String,
  deviceName: String,
  deviceVersion: Number,
  deviceAlias: String,
  sensorId: Number,
  sensorName: String,
  valueType: String,
  ...TERMS_SHAPE,
  message: String,
  createdAt: Date,
  value: Number,
  readingId: String,
  silentSince: Date,
  triggeredAt: Date,
  decidedAt: Date,
  isOpen: Boolean,
  clearedAt: Date,
  clearedValue: Number,
  endCause: String,
  remindAt: Date,
  reminders: Number,
  ackAt: Date,
  ackBy: String,
  ackNote: String,
})
  .index(
    { alertId: 1 },
    {
      unique: true,
      partialFilterExpression: { isOpen: true, alertId: { $exists: true } },
      name: 'one_open_of_alert',
    },
  )
  .index(
    { cause: 1, deviceName: 1 },
    {
      unique: true,
      partialFilterExpression: { isOpen: true, cause: 'silence' },
      name: 'one_silence_of_device',
    },
  )
  .index({ deviceName: 1 }, { partialFilterExpression: { isOpen: true }, name: 'open_of_device' })
  .index({ remindAt: 1 }, { partialFilterExpression: { remindAt: { $exists: true } } })
  .index({ triggeredAt: -1, _id: -1 })
  .index({ clearedAt: 1, triggeredAt: 1 }, { name: 'by_end' })
  .index({ deviceName: 1, triggeredAt: -1, _id: -1 })
  .index({ ackAt: 1, triggeredAt: -1, _id: -1, deviceName: 1 })
  .index({ severity: 1, triggeredAt: -1, _id: -1, deviceName: 1 });
