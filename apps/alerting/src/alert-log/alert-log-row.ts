import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { shownTarget } from '../delivery/mqtt-target.ts';
import type { AlertLogDocument } from './alert-log-document.ts';

const criteriaOf = ({ values = [], timePeriod = null }: AlertLogDocument): Alert['criteria'] => ({
  values,
  timePeriod,
});

/** The entry in the shape of the contract. */
export const asEntry = (entry: AlertLogDocument, delivery: AlertLogEntry['delivery']): AlertLogEntry => ({
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
  contact: entry.contact ?? null,
  email: entry.email ?? null,
  ...shownTarget(entry.mqtt),
  message: entry.message,
  createdAt: entry.createdAt?.toISOString() ?? null,
  value: entry.value ?? null,
  triggeredAt: entry.triggeredAt.toISOString(),
  silentSince: entry.silentSince?.toISOString() ?? null,
  clearedAt: entry.clearedAt?.toISOString() ?? null,
  status: entry.ackAt ? 'Acknowledged' : 'Pending',
  isAck: entry.ackAt?.toISOString() ?? '',
  ackBy: entry.ackBy,
  ackNote: entry.ackNote ?? '',
  delivery,
});
