import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';

/** An alert that fired and cleared within a minute. */
export const anEntry = (changes: Partial<ReportedEntry> = {}): ReportedEntry => ({
  id: 'e1',
  cause: 'reading',
  deviceName: 'freezer1',
  deviceAlias: 'Cold room',
  sensorName: 'Temperature °C',
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8], timePeriod: null },
  severity: 'warning',
  value: 9,
  triggeredAt: '2026-11-24T10:00:00.000Z',
  silentSince: null,
  clearedAt: '2026-11-24T10:01:00.000Z',
  status: 'Pending',
  isAck: '',
  ackBy: '',
  ackNote: '',
  ...changes,
});

export const anOccurrence = (changes: Partial<ReportedOccurrence> = {}): ReportedOccurrence => ({
  id: 'o1',
  deviceName: 'freezer1',
  deviceAlias: 'Cold room',
  sensorName: 'Door',
  valueType: 'Current',
  eventType: 'Above',
  setPoint: 0,
  value: 1,
  occurredAt: '2026-11-24T10:00:00.000Z',
  endedAt: '2026-11-24T10:02:00.000Z',
  ...changes,
});
