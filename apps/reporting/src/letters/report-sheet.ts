import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';
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
];

const MINUTE_MS = 60_000;

/** Whole minutes; null while it lasts. */
const minutesOf = (began: number, ended: number | null): number | null =>
  ended === null ? null : Math.round((ended - began) / MINUTE_MS);

const timeIn = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** 'Above 8', 'In Between 2 – 8', 'Periodic 30, 6 h'. */
const conditionOf = ({ alertType, criteria }: ReportedEntry): string | null => {
  if (alertType === null) return null;
  const values = criteria?.values.join(' – ') ?? '';
  const period = criteria?.timePeriod == null ? '' : `, ${criteria.timePeriod} h`;
  return `${alertType} ${values}${period}`;
};

export const rowOfEntry = (entry: ReportedEntry): Row => {
  const began = Date.parse(entry.triggeredAt);
  const ended = timeIn(entry.clearedAt);
  return [
    entry.cause === 'silence' ? 'Silence' : 'Alert',
    entry.deviceName,
    entry.deviceAlias,
    entry.sensorName,
    entry.valueType,
    conditionOf(entry),
    entry.severity,
    entry.value,
    began,
    ended,
    minutesOf(began, ended),
    entry.status,
    entry.ackBy || null,
  ];
};

export const rowOfOccurrence = (occurrence: ReportedOccurrence): Row => {
  const began = Date.parse(occurrence.occurredAt);
  const ended = timeIn(occurrence.endedAt);
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
    minutesOf(began, ended),
    null,
    null,
  ];
};
