import type { AlertType } from '@telemon/contracts/alerting/alerts';
import { nameAndUnit, withUnit } from '@telemon/contracts/units';
import type { AlertLogDocument } from '../alert-log/alert-log.repository.ts';
import { asMoment, asNumber, asTimeOfDay, fillIn } from '../delivery/message-variables.ts';
import { plainText } from '../delivery/plain-text.ts';
import type { Measured } from '../delivery/notice.ts';
import type { NoticesService } from '../delivery/notices.service.ts';
import { distanceFrom } from './condition.ts';
import type { Firing } from './evaluate.ts';
import type { AlertRule } from './rule.ts';

/** The current names of the device and its sensors. */
export interface Naming {
  deviceAlias: string;
  sensorNames: readonly (string | null)[];
}

/** How a headline says that a value meets an alert's condition. */
const STANDS: Record<AlertType, string> = {
  Above: 'above',
  Below: 'below',
  'In Between': 'within',
  'Restrict Range': 'outside',
};

/** The set point, or the lower and the upper threshold. */
const setPointsOf = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

/** The same in words. */
const setPointOf = (values: readonly number[]): string => setPointsOf(values).map(asNumber).join(' to ');

/** The alert-log entry of a firing. */
export const entryOf = (rule: AlertRule, firing: Firing, naming: Naming, zone: string): AlertLogDocument => {
  const { document: alert } = rule;
  const { reading, value, clearedAt } = firing;
  return {
    _id: firing.entryId,
    alertId: alert._id,
    deviceName: alert.deviceName,
    deviceVersion: alert.deviceVersion,
    deviceAlias: naming.deviceAlias,
    sensorId: alert.sensorId,
    sensorName: naming.sensorNames[alert.sensorId - 1] ?? alert.sensorName,
    valueType: alert.valueType,
    alertType: alert.alertType,
    values: alert.values,
    contact: alert.contact,
    email: alert.email,
    mqtt: alert.mqtt ?? null,
    message: plainText(
      fillIn(alert.message, {
        $data: asNumber(value),
        $timestamp: asMoment(zone, reading.timestamp),
        $devid: alert.deviceName,
        $name: naming.deviceAlias,
        $setpoint: setPointOf(alert.values),
        $alerttype: alert.alertType,
        $delta: asNumber(distanceFrom(alert.values, value)),
      }),
    ),
    createdAt: alert.createdAt,
    value,
    readingId: reading.id,
    triggeredAt: new Date(reading.receivedAt),
    decidedAt: new Date(firing.decidedAt),
    ...(clearedAt === null && { isOpen: true as const }),
    clearedAt: clearedAt === null ? null : new Date(clearedAt),
    ackAt: null,
    ackBy: '',
  };
};

/** The announcement of an entry, without copies. @param timestamp Of the reading, epoch milliseconds */
export const announcementOf = (
  entry: AlertLogDocument,
  timestamp: number,
  { sensorNames }: Naming,
  zone: string,
): Parameters<NoticesService['announce']>[0][number] => {
  const { name, unit } = nameAndUnit(entry.sensorName);
  const setPoint = withUnit(setPointOf(entry.values), unit);
  const value = withUnit(asNumber(entry.value), unit);
  const isCurrent = entry.valueType === 'Current';
  const measured = isCurrent ? name : `${name} (${entry.valueType.toLowerCase()})`;
  const hasOthers = sensorNames.filter((other) => other !== null).length > 1;
  const told = isCurrent && !hasOthers ? value : `${measured} ${value}`;
  return {
    entryId: entry._id,
    alertId: entry.alertId,
    deviceName: entry.deviceName,
    deviceVersion: entry.deviceVersion,
    contact: entry.contact,
    email: entry.email,
    mqtt: entry.mqtt ? { target: entry.mqtt, measured: measuredOf(entry, timestamp) } : null,
    headline: `${entry.deviceAlias}: ${told}, ${STANDS[entry.alertType]} ${setPoint} since ${asTimeOfDay(zone, timestamp)}`,
    text: entry.message,
    details: [
      ['Device', `${entry.deviceAlias} (${entry.deviceName})`],
      ['Sensor', measured],
      ['Value', value],
      ['Alert', `${entry.alertType} ${setPoint}`],
      ['Time', asMoment(zone, timestamp)],
    ],
    receivedAt: entry.triggeredAt,
  };
};

const measuredOf = (entry: AlertLogDocument, timestamp: number): Measured => ({
  deviceAlias: entry.deviceAlias,
  sensorId: entry.sensorId,
  sensorName: entry.sensorName,
  valueType: entry.valueType,
  value: entry.value,
  alertType: entry.alertType,
  setPoints: setPointsOf(entry.values),
  timestamp: new Date(timestamp),
});
