import { type Alert, type AlertType, hasTimePeriod } from '@telemon/contracts/alerting/alerts';
import type { ValueType } from '@telemon/contracts/readings';
import { type MoreValues, NOTHING_MORE, moreToSend } from './more-values.ts';
import { type MqttTargetValues, NO_TARGET, targetToSend } from './mqtt-target-fields.tsx';

/** The values of the form for an alert. */
export type AlertValues = MqttTargetValues &
  MoreValues & {
    deviceName: string | null;
    sensorId: number | null;
    valueType: ValueType;
    alertType: AlertType;
    /** One set point, or two thresholds; the time period stays when the type changes, but only a Periodic alert sends it. */
    criteria: { values: (number | null)[]; timePeriod: number | null };
    contact: string | null;
    email: string | null;
    message: string;
  };

export const newAlert = (deviceName: string | null, message: string): AlertValues => ({
  deviceName,
  sensorId: null,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [null], timePeriod: null },
  contact: null,
  email: null,
  ...NO_TARGET,
  message,
  ...NOTHING_MORE,
});

/** The lower threshold first, as in the form; the service keeps thresholds in the order in which they came. */
const lowerFirst = (values: readonly number[]) => values.toSorted((one, other) => one - other);

export const valuesOf = (alert: Alert): AlertValues => {
  const { deviceName, sensorId, valueType, alertType, criteria, contact, email, message } = alert;
  const { mqttEnabled, host, port, topic, severity, holdFor, clearAt, notifyCleared, remindEvery } = alert;
  const ordered = { ...criteria, values: lowerFirst(criteria.values) };
  const rule = { deviceName, sensorId, valueType, alertType, criteria: ordered, contact, email, message };
  const target = { mqttEnabled: mqttEnabled === 'enabled', host, port, topic };
  const more = {
    severity,
    holdFor,
    notifyCleared,
    clearAt: clearAt ? lowerFirst(clearAt) : [null],
    remindEvery: remindEvery ?? 0,
  };
  return { ...rule, ...target, ...more };
};

/** The request's body, for a new alert and for the whole of an edited one. */
export const toSend = (values: AlertValues) => {
  const { values: setPoints, timePeriod } = values.criteria;
  const criteria = { values: setPoints, timePeriod: hasTimePeriod(values.alertType) ? timePeriod : null };
  return { ...values, criteria, ...targetToSend(values), ...moreToSend(values) };
};
