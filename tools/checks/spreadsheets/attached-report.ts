import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Event } from '@telemon/contracts/alerting/events';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import type { Device } from '@telemon/contracts/devices/devices';
import type { ReportRun } from '@telemon/contracts/reporting/auto-reports';
import type { ApiClient } from '@telemon/testing/api-client';
import type { Answered, Expected } from './compare.ts';
import { KINDS, at, capital, inOrder, yesOrNo } from './kinds.ts';

const minutes = (began: Date, ended: Date): number =>
  Math.round((ended.getTime() - began.getTime()) / 60_000);

/** The expected rows of a report's spreadsheet: the alert log of its user, and the last occurrence of each event. */
export const answerOfReport = async (
  api: ApiClient,
  { from, to }: Pick<ReportRun, 'from' | 'to'>,
): Promise<Answered> => {
  const period = { from: new Date(from), to: new Date(to) };
  const entries = await api.all<AlertLogEntry>('/alertLog', 'alertLogs');
  const events = await api.all<Event>('/event', 'events');
  return [
    ...entries.map((one) => entryInReport(one, period.to)),
    ...(await Promise.all(
      events
        .filter(({ lastOccurredAt }) => lastOccurredAt !== null)
        .map((one) => occurrenceInReport(api, one, period)),
    )),
  ];
};

const entryInReport = (one: AlertLogEntry, until: Date): Record<string, Expected> => {
  const { values, timePeriod } = one.criteria ?? { values: [], timePeriod: null };
  const began = new Date(one.triggeredAt);
  const ended = at(one.clearedAt);
  return {
    Kind: KINDS[one.cause],
    'Device Name': one.deviceName,
    'Device Alias': one.deviceAlias,
    'Sensor Name': one.sensorName,
    'Value Type': one.valueType,
    Condition:
      one.alertType &&
      `${one.alertType} ${inOrder(values).join(' – ')}${timePeriod ? `, ${timePeriod} h` : ''}`,
    Severity: capital(one.severity),
    Value: one.value,
    'Began At': began,
    'Ended At': ended,
    'Lasted (min)': minutes(began, ended ?? until),
    Status: one.status,
    'Acknowledged By': one.ackBy,
    'Acknowledged At': at(one.isAck),
    Note: one.ackNote,
    'Silent Since': at(one.silentSince),
    Open: yesOrNo(ended === null),
  };
};

/** The readings show the value with which an event occurred, and its end: the time of the next reading. */
const occurrenceInReport = async (
  api: ApiClient,
  one: Event,
  { from, to }: { from: Date; to: Date },
): Promise<Record<string, Expected>> => {
  const days = new URLSearchParams({ fromDate: from.toISOString(), toDate: to.toISOString() });
  const rows = await api.all<SensorLogRow>(
    `/deviceDashboard/getSensorLog/${one.deviceName}?${days}`,
    'sensorLog',
  );
  const readings = rows.toSorted((left, right) => Date.parse(left.receivedAt) - Date.parse(right.receivedAt));
  const place = readings.findIndex(({ receivedAt }) => receivedAt === one.lastOccurredAt);
  const next = readings[place + 1];
  const began = new Date(one.lastOccurredAt!);
  const ended = next ? new Date(next.receivedAt) : null;
  const { deviceData } = await api.get<{ deviceData: Device }>(`/device/${one.deviceName}`);
  return {
    Kind: 'Event',
    'Device Name': one.deviceName,
    'Device Alias': deviceData.deviceAlias,
    'Sensor Name': one.sensorName,
    'Value Type': one.valueType,
    Condition: `${one.eventType} ${one.setPoint}`,
    Severity: null,
    Value: readings[place]?.[`TC${one.sensorId as 1}`] ?? null,
    'Began At': began,
    'Ended At': ended,
    'Lasted (min)': minutes(began, ended ?? to),
    Status: null,
    'Acknowledged By': null,
    'Acknowledged At': null,
    Note: null,
    'Silent Since': null,
    Open: yesOrNo(ended === null),
  };
};
