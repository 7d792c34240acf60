import { USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { plainText } from '@telemon/platform/plain-text';
import type { AlertLogDocument, OfAlert } from '../alert-log/alert-log-document.ts';
import { asBeginning, asMoment, asNumber, fillIn } from '../delivery/message-variables.ts';
import type { Firing } from './change.ts';
import { distanceFrom, setPointsOf } from './condition.ts';
import type { AlertRule } from './rule.ts';
import type { SilenceWatch } from './silence-watch.ts';

/** The current names of the device and its sensors. */
export interface Naming {
  deviceAlias: string;
  sensorNames: readonly (string | null)[];
}

/** Stands in a message for a value that no reading has. */
const NO_VALUE = '–';

/** An alert-log entry of an alert. */
export type AlertEntry = AlertLogDocument & OfAlert;
export type Entry = AlertLogDocument | AlertEntry;

/** The set point, or the two thresholds, in words. */
export const setPointOf = (values: readonly number[]): string =>
  setPointsOf(values).map(asNumber).join(' to ');

/** The part of an entry that all causes have. */
const begunBy = ({ entryId, at, decidedAt, clearedAt, clearing }: Firing) => ({
  _id: entryId,
  triggeredAt: new Date(at),
  decidedAt: new Date(decidedAt),
  ...(clearedAt === null && { isOpen: true as const }),
  clearedAt: clearedAt === null ? null : new Date(clearedAt),
  ...(clearing?.reading && { clearedValue: clearing.reading.value }),
  ...(clearing?.endCause && { endCause: clearing.endCause }),
  ackAt: null,
  ackBy: '',
});

/** The alert-log entry of an alert that fired. */
export const entryOf = (rule: AlertRule, firing: Firing, naming: Naming, zone: string): AlertEntry => {
  const { document: alert } = rule;
  const { at, reading, value, decidedAt, clearedAt } = firing;
  const { severity = USUAL_SEVERITY, holdFor = 0, clearAt = null, notifyCleared = false } = alert;
  const { remindEvery = null } = alert;
  return {
    ...begunBy(firing),
    cause: reading ? 'reading' : 'deadline',
    alertId: alert._id,
    deviceName: alert.deviceName,
    deviceVersion: alert.deviceVersion,
    deviceAlias: naming.deviceAlias,
    sensorId: alert.sensorId,
    sensorName: naming.sensorNames[alert.sensorId - 1] ?? alert.sensorName,
    valueType: alert.valueType,
    alertType: alert.alertType,
    values: alert.values,
    timePeriod: alert.timePeriod ?? null,
    contact: alert.contact,
    email: alert.email,
    mqtt: alert.mqtt ?? null,
    severity,
    holdFor,
    clearAt,
    notifyCleared,
    remindEvery,
    ...(remindEvery !== null &&
      clearedAt === null && { remindAt: new Date(decidedAt + remindEvery * MINUTE_MS) }),
    message: plainText(
      fillIn(alert.message, {
        $data: value === null ? NO_VALUE : asNumber(value),
        $timestamp: asMoment(zone, reading?.timestamp ?? at),
        $devid: alert.deviceName,
        $name: naming.deviceAlias,
        $setpoint: setPointOf(alert.values),
        $alerttype: alert.alertType,
        $delta: value === null ? NO_VALUE : asNumber(distanceFrom(alert.values, value)),
      }),
    ),
    createdAt: alert.createdAt,
    ...(reading && value !== null && { value, readingId: reading.id }),
  };
};

/** The alert-log entry of a device that fell silent. */
export const entryOfSilence = (
  { deviceName, deviceVersion }: SilenceWatch,
  firing: Firing,
  { deviceAlias }: Naming,
  zone: string,
): AlertLogDocument => {
  const silentSince = firing.silentSince!;
  return {
    ...begunBy(firing),
    cause: 'silence',
    deviceName,
    deviceVersion,
    deviceAlias,
    message: plainText(`${deviceAlias} is silent since ${asBeginning(zone, silentSince, firing.at)}`),
    silentSince: new Date(silentSince),
  };
};
