import { USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { FollowUpAnnouncement } from '../delivery/announcement.ts';
import { asMoment, asTimeOfDay } from '../delivery/message-variables.ts';
import type { Measured } from '../delivery/notice.ts';
import { type EntryAnnouncement, type NamedRule, ruleInWords } from './announcements.ts';
import type { Clearing } from './change.ts';
import { setPointsOf } from './condition.ts';
import type { Naming } from './entry.ts';
import { FLAPS_WITHIN_MS, type FlappingNotice } from './flapping.ts';
import type { AlertRule } from './rule.ts';

/** Why the notices about each change of an alert that flaps are held. */
export const HELD_FLAPPING = 'The alert is flapping';

/** An alert, the names of its device and sensors, and the time zone in which messages about it give times. */
interface AlertContext {
  rule: AlertRule;
  naming: Naming;
  zone: string;
}

const namedRuleOf = ({ document }: AlertRule, { sensorNames }: Naming): NamedRule & { sensorId: number } => ({
  ...document,
  sensorName: sensorNames[document.sensorId - 1] ?? document.sensorName,
});

/** How long a firing lasted: less than a minute, 25 min, 3 h 5 min, 2 d 4 h. */
const lasting = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  return days > 0 ? `${days} d ${hours} h` : `${hours} h ${minutes % 60} min`;
};

/** The notice that an alert is back to normal. @param firedAt When its entry fired */
export const backToNormal = (
  { rule, naming, zone }: AlertContext,
  { entryId, at, reading, isFlapping }: Clearing,
  firedAt: Date,
): FollowUpAnnouncement => {
  const { deviceName } = rule.document;
  const { subject, measured, stands, rule: words, inUnit } = ruleInWords(namedRuleOf(rule, naming), naming);
  const value = inUnit(reading!.value);
  const { deviceAlias } = naming;
  const headline = `${deviceAlias}: ${subject}back to normal, ${value}`;
  // It was so already in the time before the firing.
  const lasted = lasting(at - firedAt.getTime() + rule.periodMs + rule.holdMs);
  return {
    entryId,
    kind: 'cleared',
    occasion: `${entryId} cleared`,
    ...(isFlapping && { heldBecause: HELD_FLAPPING }),
    say: (told) => ({
      headline,
      text: `${headline} at ${asTimeOfDay(zone, reading!.timestamp)}. It was ${stands} for ${lasted}.`,
      details: [
        ['Device', `${deviceAlias} (${deviceName})`],
        ['Sensor', measured],
        ['Value', value],
        ['Alert', words],
        ['Time', asMoment(zone, reading!.timestamp)],
      ],
      ...(told.measured && { measured: measuredNow(told.measured, reading!) }),
      receivedAt: new Date(at),
    }),
  };
};

/** The measurement that made the alert clear, in the form of the earlier message, without the changes that a digest has. */
const measuredNow = (
  { changes: _changes, ...measured }: Measured,
  { value, timestamp }: NonNullable<Clearing['reading']>,
): Measured => ({ ...measured, value, timestamp: new Date(timestamp) });

/** The announcement that an alert begins to flap, goes on flapping, or is calm again. */
export const flappingAnnouncement = (
  { rule, naming, zone }: AlertContext,
  notice: FlappingNotice,
): EntryAnnouncement => {
  const { document: alert } = rule;
  const { deviceAlias } = naming;
  const named = namedRuleOf(rule, naming);
  const { subject, measured, stands, rule: words } = ruleInWords(named, naming);
  const said = flappingInWords(notice, `${deviceAlias}: ${subject}`, stands, zone);
  const at = new Date(notice.at);
  const ofTarget = (): Measured => ({
    deviceAlias,
    sensorId: alert.sensorId,
    sensorName: named.sensorName,
    valueType: alert.valueType,
    value: null,
    alertType: alert.alertType,
    setPoints: setPointsOf(alert.values),
    timestamp: at,
    changes: notice.changes,
  });
  return {
    entryId: notice.entryId,
    alertId: alert._id,
    deviceName: alert.deviceName,
    deviceVersion: alert.deviceVersion,
    contact: alert.contact,
    email: alert.email,
    mqtt: alert.mqtt ? { target: alert.mqtt, measured: ofTarget() } : null,
    kind: notice.kind,
    occasion: `${notice.entryId} ${notice.kind} ${notice.at}`,
    severity: alert.severity ?? USUAL_SEVERITY,
    ...said,
    details: [
      ['Device', `${deviceAlias} (${alert.deviceName})`],
      ['Sensor', measured],
      ['Alert', words],
      ['Time', asMoment(zone, notice.at)],
    ],
    receivedAt: at,
  };
};

/** Tells recipients that a flapping alert sends no single notices. */
const UNTIL_CALM = `Until it has been calm for ${FLAPS_WITHIN_MS / MINUTE_MS} minutes, Telemon sends no message about a single change, but sums them up each hour.`;

/** 'Cold room 2: above 8 °C again and again: 6 changes since 10:04'. @param whose Begins the headline */
const flappingInWords = (
  { kind, changes, since, isOver, isFiring }: FlappingNotice,
  whose: string,
  stands: string,
  zone: string,
): Pick<EntryAnnouncement, 'headline' | 'text'> => {
  const counted = `${changes} ${changes === 1 ? 'change' : 'changes'} since ${asTimeOfDay(zone, since)}`;
  const now = isFiring ? `It is ${stands} now.` : 'It is normal now.';
  const headline = `${whose}${isOver ? 'calm again' : `${stands} again and again`}, ${counted}`;
  return { headline, text: `${headline}. ${now}${kind === 'flapping' ? ` ${UNTIL_CALM}` : ''}` };
};
