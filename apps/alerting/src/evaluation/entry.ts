import type { AlertType } from '@telemon/contracts/alerting/alerts';
import { nameAndUnit, withUnit } from '@telemon/contracts/units';
import type { AlertLogDocument, OfAlert } from '../alert-log/alert-log-document.ts';
import { asMoment, asNumber, asTimeOfDay, fillIn } from '../delivery/message-variables.ts';
import { plainText } from '../delivery/plain-text.ts';
import type { Measured } from '../delivery/notice.ts';
import type { NoticesService } from '../delivery/notices.service.ts';
import type { Firing } from './change.ts';
import { distanceFrom, setPointsOf } from './condition.ts';
import type { AlertRule } from './rule.ts';
import type { SilenceWatch } from './silence-watch.ts';

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
  Periodic: 'below',
};

/** Stands in a message for a value that nobody sent. */
const NO_VALUE = '–';
/** The time of day alone says when a silence began, if it was not longer ago than this, ms. */
const TIME_OF_DAY_WITHIN_MS = 12 * 3_600_000;

/** A time period: 6 hours, 1 day, 2 weeks. */
const periodInWords = (hours: number): string => {
  const [count, unit] =
    hours % 168 === 0 ? [hours / 168, 'week'] : hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** An alert-log entry of an alert. */
type AlertEntry = AlertLogDocument & OfAlert;
export type Entry = AlertLogDocument | AlertEntry;

/** The set point, or the two thresholds, in words. */
const setPointOf = (values: readonly number[]): string => setPointsOf(values).map(asNumber).join(' to ');

/** The part of an entry that all causes have. */
const begunBy = ({ entryId, at, decidedAt, clearedAt }: Firing) => ({
  _id: entryId,
  triggeredAt: new Date(at),
  decidedAt: new Date(decidedAt),
  ...(clearedAt === null && { isOpen: true as const }),
  clearedAt: clearedAt === null ? null : new Date(clearedAt),
  ackAt: null,
  ackBy: '',
});

/** The alert-log entry of an alert that fired. */
export const entryOf = (rule: AlertRule, firing: Firing, naming: Naming, zone: string): AlertEntry => {
  const { document: alert } = rule;
  const { at, reading, value } = firing;
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
  const asTime = firing.at - silentSince < TIME_OF_DAY_WITHIN_MS ? asTimeOfDay : asMoment;
  return {
    ...begunBy(firing),
    cause: 'silence',
    deviceName,
    deviceVersion,
    deviceAlias,
    message: plainText(`${deviceAlias} is silent since ${asTime(zone, silentSince)}`),
    silentSince: new Date(silentSince),
  };
};

const isOfAlert = (entry: Entry): entry is AlertEntry => entry.alertId !== undefined;

type Announcement = Parameters<NoticesService['announce']>[0][number];

/** The announcement of an entry, without copies. @param timestamp Of the reading, or its `triggeredAt`: epoch milliseconds */
export const announcementOf = (
  entry: Entry,
  timestamp: number,
  naming: Naming,
  zone: string,
): Announcement =>
  isOfAlert(entry)
    ? announcementOfAlert(entry, timestamp, naming, zone)
    : {
        entryId: entry._id,
        alertId: null,
        deviceName: entry.deviceName,
        deviceVersion: entry.deviceVersion,
        contact: null,
        email: null,
        headline: entry.message,
        text: entry.message,
        details: [
          ['Device', `${entry.deviceAlias} (${entry.deviceName})`],
          ['Last reading', asMoment(zone, entry.silentSince!.getTime())],
        ],
        receivedAt: entry.triggeredAt,
      };

const announcementOfAlert = (
  entry: AlertEntry,
  timestamp: number,
  { sensorNames }: Naming,
  zone: string,
): Announcement => {
  const { name, unit } = nameAndUnit(entry.sensorName);
  const setPoint = withUnit(setPointOf(entry.values), unit);
  const value = entry.value === undefined ? null : withUnit(asNumber(entry.value), unit);
  const isCurrent = entry.valueType === 'Current';
  const measured = isCurrent ? name : `${name} (${entry.valueType.toLowerCase()})`;
  const hasOthers = sensorNames.filter((other) => other !== null).length > 1;
  const subject = isCurrent && !hasOthers ? '' : `${measured} `;
  const stands = `${STANDS[entry.alertType]} ${setPoint}`;
  const period = entry.timePeriod ? periodInWords(entry.timePeriod) : null;
  const words =
    value === null
      ? `${subject}${stands} for ${period}`
      : `${subject}${value}, ${stands} since ${asTimeOfDay(zone, timestamp)}`;
  return {
    entryId: entry._id,
    alertId: entry.alertId,
    deviceName: entry.deviceName,
    deviceVersion: entry.deviceVersion,
    contact: entry.contact,
    email: entry.email,
    mqtt: entry.mqtt ? { target: entry.mqtt, measured: measuredOf(entry, timestamp) } : null,
    headline: `${entry.deviceAlias}: ${words}`,
    text: entry.message,
    details: [
      ['Device', `${entry.deviceAlias} (${entry.deviceName})`],
      ['Sensor', measured],
      ...(value === null ? [] : [['Value', value] satisfies [string, string]]),
      ['Alert', `${entry.alertType} ${setPoint}${period === null ? '' : `, ${period}`}`],
      ['Time', asMoment(zone, timestamp)],
    ],
    receivedAt: entry.triggeredAt,
  };
};

const measuredOf = (entry: AlertEntry, timestamp: number): Measured => ({
  deviceAlias: entry.deviceAlias,
  sensorId: entry.sensorId,
  sensorName: entry.sensorName,
  valueType: entry.valueType,
  value: entry.value ?? null,
  alertType: entry.alertType,
  setPoints: setPointsOf(entry.values),
  timestamp: new Date(timestamp),
});
