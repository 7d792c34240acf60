import { KIND_OF_CAUSE } from '@telemon/contracts/alerting/alert-log';
import { setPointInWords } from '@telemon/contracts/alerting/alerts';
import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { capitalised, textIn, timeIn, yesOrNo } from '@telemon/platform/spreadsheets/cells';
import type { Column, Row } from '@telemon/platform/spreadsheets/column';

/** The columns of a report's spreadsheet: a row for each alert that fired, silence and occurrence of an event. */
export const COLUMNS: readonly Column[] = [
  { title: 'Kind', kind: 'text' },
  { title: 'Device Name', kind: 'text' },
  { title: 'Device Alias', kind: 'text' },
  { title: 'Sensor Name', kind: 'text' },
  { title: 'Value Type', kind: 'text' },
  { title: 'Condition', kind: 'text' },
  { title: 'Severity', kind: 'text' },
  { title: 'Value', kind: 'number' },
  { title: 'Began At', kind: 'time' },
  { title: 'Ended At', kind: 'time' },
  { title: 'Lasted (min)', kind: 'number' },
  { title: 'Status', kind: 'text' },
  { title: 'Acknowledged By', kind: 'text' },
  { title: 'Acknowledged At', kind: 'time' },
  { title: 'Note', kind: 'text' },
  { title: 'Silent Since', kind: 'time' },
  { title: 'Open', kind: 'text' },
];

/** A duration in whole minutes; an open entry counts up to an instant. */
const minutesOf = (began: number, ended: number | null, until: number): number =>
  Math.round(Math.max(0, (ended ?? until) - began) / MINUTE_MS);

const instantOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** 'Above 8', 'In Between 2 – 8', 'Periodic 30, 6 h'. */
const conditionOf = ({ alertType, criteria }: ReportedEntry): string | null => {
  if (alertType === null || criteria === null) return null;
  const { values, timePeriod } = criteria;
  return `${alertType} ${setPointInWords(values)}${timePeriod === null ? '' : `, ${timePeriod} h`}`;
};

/** @param until An open entry counts as lasting until then: the end of the period, or now, whichever is earlier */
export const rowOfEntry = (entry: ReportedEntry, until: number): Row => {
  const began = Date.parse(entry.triggeredAt);
  const ended = instantOf(entry.clearedAt);
  return [
    KIND_OF_CAUSE[entry.cause],
    entry.deviceName,
    entry.deviceAlias,
    entry.sensorName,
    entry.valueType,
    conditionOf(entry),
    capitalised(entry.severity),
    entry.value,
    began,
    ended,
    minutesOf(began, ended, until),
    entry.status,
    textIn(entry.ackBy),
    timeIn(entry.isAck),
    textIn(entry.ackNote),
    timeIn(entry.silentSince),
    yesOrNo(ended === null),
  ];
};

/** @param until As for an entry */
export const rowOfOccurrence = (occurrence: ReportedOccurrence, until: number): Row => {
  const began = Date.parse(occurrence.occurredAt);
  const ended = instantOf(occurrence.endedAt);
  return [
    'Event',
    occurrence.deviceName,
    occurrence.deviceAlias,
    occurrence.sensorName,
    occurrence.valueType,
    `${occurrence.eventType} ${occurrence.setPoint}`,
    null,
    occurrence.value,
    began,
    ended,
    minutesOf(began, ended, until),
    null,
    null,
    null,
    null,
    null,
    yesOrNo(ended === null),
  ];
};
