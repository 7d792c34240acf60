import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { type Alert, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { shownTarget } from '../delivery/mqtt-target.ts';
import type { Told } from '../delivery/told.ts';
import type { AlertLogDocument } from './alert-log-document.ts';

const criteriaOf = ({ values = [], timePeriod = null }: AlertLogDocument): Alert['criteria'] => ({
  values,
  timePeriod,
});

/** The entry in the shape of the contract. */
export const asEntry = (entry: AlertLogDocument, { delivery, followUps }: Told): AlertLogEntry => ({
  id: entry._id,
  cause: entry.cause ?? 'reading',
  alertId: entry.alertId ?? null,
  deviceName: entry.deviceName,
  deviceAlias: entry.deviceAlias,
  sensorId: entry.sensorId ?? null,
  sensorName: entry.sensorName ?? null,
  valueType: entry.valueType ?? null,
  alertType: entry.alertType ?? null,
  criteria: entry.alertId === undefined ? null : criteriaOf(entry),
  severity: entry.alertId === undefined ? null : (entry.severity ?? USUAL_SEVERITY),
  holdFor: entry.alertId === undefined ? null : (entry.holdFor ?? 0),
  clearAt: entry.clearAt ?? null,
  contact: entry.contact ?? null,
  email: entry.email ?? null,
  ...shownTarget(entry.mqtt),
  message: entry.message,
  createdAt: entry.createdAt?.toISOString() ?? null,
  value: entry.value ?? null,
  triggeredAt: entry.triggeredAt.toISOString(),
  silentSince: entry.silentSince?.toISOString() ?? null,
  clearedAt: entry.clearedAt?.toISOString() ?? null,
  clearedValue: entry.clearedValue ?? null,
  status: entry.ackAt ? 'Acknowledged' : 'Pending',
  isAck: entry.ackAt?.toISOString() ?? '',
  ackBy: entry.ackBy,
  ackNote: entry.ackNote ?? '',
  delivery,
  followUps,
});
