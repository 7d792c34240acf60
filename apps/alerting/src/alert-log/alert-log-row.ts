import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { type Alert, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import type { ReportedEntry } from '@telemon/contracts/alerting/period-log';
import { shownTarget } from '../delivery/mqtt-target.ts';
import { asSnoozed } from '../delivery/snoozes.ts';
import type { Snooze } from '../delivery/snoozes.repository.ts';
import type { DeliveryOutcomes } from '../delivery/delivery-outcomes.ts';
import type { AlertLogDocument } from './alert-log-document.ts';

const criteriaOf = ({ values = [], timePeriod = null }: AlertLogDocument): Alert['criteria'] => ({
  values,
  timePeriod,
});

/** The part of the entry that reports tell. */
export const asReported = (entry: AlertLogDocument): ReportedEntry => ({
  id: entry._id,
  cause: entry.cause ?? 'reading',
  deviceName: entry.deviceName,
  deviceAlias: entry.deviceAlias,
  sensorName: entry.sensorName ?? null,
  valueType: entry.valueType ?? null,
  alertType: entry.alertType ?? null,
  criteria: entry.alertId === undefined ? null : criteriaOf(entry),
  severity: entry.alertId === undefined ? null : (entry.severity ?? USUAL_SEVERITY),
  value: entry.value ?? null,
  triggeredAt: entry.triggeredAt.toISOString(),
  silentSince: entry.silentSince?.toISOString() ?? null,
  clearedAt: entry.clearedAt?.toISOString() ?? null,
  status: entry.ackAt ? 'Acknowledged' : 'Pending',
  isAck: entry.ackAt?.toISOString() ?? '',
  ackBy: entry.ackBy,
  ackNote: entry.ackNote ?? '',
});

/**
 * The entry in the shape of the contract.
 * @param snooze That of its alert; absent if it is not snoozed, or the entry is closed
 */
export const asEntry = (
  entry: AlertLogDocument,
  { delivery, followUps }: DeliveryOutcomes,
  snooze?: Snooze,
): AlertLogEntry => ({
  ...asReported(entry),
  alertId: entry.alertId ?? null,
  sensorId: entry.sensorId ?? null,
  holdFor: entry.alertId === undefined ? null : (entry.holdFor ?? 0),
  clearAt: entry.clearAt ?? null,
  contact: entry.contact ?? null,
  email: entry.email ?? null,
  ...shownTarget(entry.mqtt),
  message: entry.message,
  createdAt: entry.createdAt?.toISOString() ?? null,
  clearedValue: entry.clearedValue ?? null,
  endCause: entry.endCause ?? null,
  delivery,
  followUps,
  ...asSnoozed(snooze),
});
