import type { Actor } from '@telemon/contracts/actor';
import { type Alert, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import type { EntryOfAlert } from '../alert-log/alert-log.repository.ts';
import { shownTarget } from '../delivery/mqtt-target.ts';
import { asSnoozed } from '../delivery/snoozes.ts';
import type { Snooze } from '../delivery/snoozes.repository.ts';
import { mayChange } from '../rules/may-change.ts';
import type { AlertDocument } from './alerts.repository.ts';

/**
 * The alert in the shape of the contract.
 * @param actor The user who asks for it
 * @param sensorName The sensor's present name
 * @param open The alert's open entry; absent if it does not fire
 * @param snooze Absent if it is not snoozed
 */
export const asAlert = (
  alert: AlertDocument,
  actor: Actor,
  sensorName: string,
  open: EntryOfAlert | undefined,
  snooze: Snooze | undefined,
): Alert => ({
  id: alert._id,
  deviceName: alert.deviceName,
  sensorId: alert.sensorId,
  sensorName,
  valueType: alert.valueType,
  alertType: alert.alertType,
  criteria: { values: alert.values, timePeriod: alert.timePeriod ?? null },
  contact: alert.contact,
  email: alert.email,
  ...shownTarget(alert.mqtt),
  message: alert.message,
  severity: alert.severity ?? USUAL_SEVERITY,
  holdFor: alert.holdFor ?? 0,
  clearAt: alert.clearAt ?? null,
  notifyCleared: alert.notifyCleared === true,
  remindEvery: alert.remindEvery ?? null,
  firing: alert.state.openEntryId !== null,
  paused: alert.isPaused === true,
  mayChange: mayChange(actor, alert),
  openEntry: open
    ? { id: open._id, value: open.value ?? null, triggeredAt: open.triggeredAt.toISOString() }
    : null,
  ...asSnoozed(snooze),
  createdAt: alert.createdAt.toISOString(),
});
