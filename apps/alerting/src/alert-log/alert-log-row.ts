import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { shownTarget } from '../delivery/mqtt-target.ts';
import type { AlertLogDocument } from './alert-log.repository.ts';

/** The entry in the shape of the contract. */
export const asEntry = (entry: AlertLogDocument, delivery: AlertLogEntry['delivery']): AlertLogEntry => ({
  id: entry._id,
  alertId: entry.alertId,
  deviceName: entry.deviceName,
  deviceAlias: entry.deviceAlias,
  sensorId: entry.sensorId,
  sensorName: entry.sensorName,
  valueType: entry.valueType,
  alertType: entry.alertType,
  criteria: { values: entry.values, timePeriod: null },
  contact: entry.contact,
  email: entry.email,
  ...shownTarget(entry.mqtt),
  message: entry.message,
  createdAt: entry.createdAt.toISOString(),
  value: entry.value,
  triggeredAt: entry.triggeredAt.toISOString(),
  clearedAt: entry.clearedAt?.toISOString() ?? null,
  status: entry.ackAt ? 'Acknowledged' : 'Pending',
  isAck: entry.ackAt?.toISOString() ?? '',
  ackBy: entry.ackBy,
  delivery,
});
