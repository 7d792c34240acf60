import { USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { STANDS, measuredBy, periodInWords } from '@telemon/contracts/alerting/rule-words';
import { withUnit } from '@telemon/contracts/units';
import { asBeginning, asMoment, asNumber } from '../delivery/message-variables.ts';
import type { Measured } from '../delivery/notice.ts';
import type { NoticesService } from '../delivery/notices.service.ts';
import { setPointsOf } from './condition.ts';
import { type AlertEntry, type Entry, type Naming, setPointOf } from './entry.ts';

/** The rule of an alert, with the present name of its sensor. */
export type NamedRule = Pick<AlertEntry, 'sensorName' | 'valueType' | 'alertType' | 'values' | 'timePeriod'>;

/** A rule in the words of a message. */
export const ruleInWords = (rule: NamedRule, { sensorNames }: Pick<Naming, 'sensorNames'>) => {
  const { measured, unit } = measuredBy(rule.sensorName, rule.valueType);
  const isCurrent = rule.valueType === 'Current';
  const hasOthers = sensorNames.filter((other) => other !== null).length > 1;
  const setPoint = withUnit(setPointOf(rule.values), unit);
  const period = rule.timePeriod ? periodInWords(rule.timePeriod) : null;
  return {
    measured,
    /** Before a value: the sensor, unless it is the only one. */
    subject: isCurrent && !hasOthers ? '' : `${measured} `,
    /** Above 8 °C. */
    stands: `${STANDS[rule.alertType]} ${setPoint}`,
    rule: `${rule.alertType} ${setPoint}${period === null ? '' : `, ${period}`}`,
    period,
    inUnit: (value: number) => withUnit(asNumber(value), unit),
  };
};

const isOfAlert = (entry: Entry): entry is AlertEntry => entry.alertId !== undefined;

/** An announcement without the users who get copies. */
export type EntryAnnouncement = Parameters<NoticesService['announce']>[0][number];

/**
 * The announcement of an entry, without copies.
 * @param timestamp Of the reading, or its `triggeredAt`: epoch milliseconds
 * @param since Timestamp of the reading with which the condition began to hold
 */
export const announcementOf = (
  entry: Entry,
  timestamp: number,
  naming: Naming,
  zone: string,
  since = timestamp,
): EntryAnnouncement =>
  isOfAlert(entry)
    ? announcementOfAlert(entry, { timestamp, since }, naming, zone)
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
  { timestamp, since }: { timestamp: number; since: number },
  naming: Naming,
  zone: string,
): EntryAnnouncement => {
  const { measured, subject, stands, rule, period, inUnit } = ruleInWords(entry, naming);
  const value = entry.value === undefined ? null : inUnit(entry.value);
  const words =
    value === null
      ? `${subject}${stands} for ${period}`
      : `${subject}${value}, ${stands} since ${asBeginning(zone, since, entry.triggeredAt.getTime())}`;
  return {
    entryId: entry._id,
    alertId: entry.alertId,
    deviceName: entry.deviceName,
    deviceVersion: entry.deviceVersion,
    contact: entry.contact,
    email: entry.email,
    mqtt: entry.mqtt ? { target: entry.mqtt, measured: measuredOf(entry, timestamp) } : null,
    severity: entry.severity ?? USUAL_SEVERITY,
    headline: `${entry.deviceAlias}: ${words}`,
    text: entry.message,
    details: [
      ['Device', `${entry.deviceAlias} (${entry.deviceName})`],
      ['Sensor', measured],
      ...(value === null ? [] : [['Value', value] satisfies [string, string]]),
      ['Alert', rule],
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
