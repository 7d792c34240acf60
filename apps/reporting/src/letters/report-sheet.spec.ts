import { describe, expect, it } from '@jest/globals';
import type { Row } from '@telemon/platform/spreadsheets/column';
import { anEntry, anOccurrence } from '../../testing/report-rows.ts';
import { COLUMNS, rowOfEntry, rowOfOccurrence } from './report-sheet.ts';

const UNTIL = Date.parse('2026-11-30T07:00:00Z');
const named = (row: Row) => Object.fromEntries(COLUMNS.map(({ title }, place) => [title, row[place]]));
const entryRow = (changes: Parameters<typeof anEntry>[0] = {}) => named(rowOfEntry(anEntry(changes), UNTIL));

describe('the row of an alert that fired', () => {
  it('has the value, the duration, and the user, time and note of the acknowledgement', () => {
    const acknowledged = {
      status: 'Acknowledged' as const,
      isAck: '2026-11-24T10:05:00.000Z',
      ackBy: 'Mona',
      ackNote: 'door was open',
    };
    expect(entryRow(acknowledged)).toEqual({
      Kind: 'Alert',
      'Device Name': 'freezer1',
      'Device Alias': 'Cold room',
      'Sensor Name': 'Temperature °C',
      'Value Type': 'Current',
      Condition: 'Above 8',
      Severity: 'Warning',
      Value: 9,
      'Began At': Date.parse('2026-11-24T10:00:00Z'),
      'Ended At': Date.parse('2026-11-24T10:01:00Z'),
      'Lasted (min)': 1,
      Status: 'Acknowledged',
      'Acknowledged By': 'Mona',
      'Acknowledged At': Date.parse('2026-11-24T10:05:00Z'),
      Note: 'door was open',
      'Silent Since': null,
      Open: 'No',
    });
  });

  it('has the lower threshold first, in whichever order they were saved', () => {
    const criteria = { values: [8, 2], timePeriod: null };
    expect(entryRow({ alertType: 'In Between', criteria })).toMatchObject({ Condition: 'In Between 2 – 8' });
  });

  it('names a deadline with its time period', () => {
    const criteria = { values: [30], timePeriod: 6 as const };
    expect(entryRow({ cause: 'deadline', alertType: 'Periodic', criteria, value: null })).toMatchObject({
      Kind: 'Deadline',
      Condition: 'Periodic 30, 6 h',
      Value: null,
    });
  });

  it('says that it is open still, and for how long it has been at the end of the period', () => {
    expect(entryRow({ triggeredAt: '2026-11-30T06:45:00.000Z', clearedAt: null })).toMatchObject({
      'Ended At': null,
      'Lasted (min)': 15,
      Open: 'Yes',
    });
  });
});

describe('the row of a silence', () => {
  it('has both the last reading and the time from which the device counted as silent', () => {
    const silence = {
      cause: 'silence' as const,
      alertType: null,
      criteria: null,
      severity: null,
      silentSince: '2026-11-24T09:30:00.000Z',
    };
    expect(entryRow(silence)).toMatchObject({
      Kind: 'Silence',
      Condition: null,
      Severity: null,
      'Began At': Date.parse('2026-11-24T10:00:00Z'),
      'Silent Since': Date.parse('2026-11-24T09:30:00Z'),
    });
  });
});

describe('the row of an event', () => {
  it('has its rule and how long it occurred, or has so far', () => {
    expect(named(rowOfOccurrence(anOccurrence(), UNTIL))).toMatchObject({
      Kind: 'Event',
      Condition: 'Above 0',
      'Lasted (min)': 2,
      Open: 'No',
    });
    const open = anOccurrence({ occurredAt: '2026-11-30T06:00:00.000Z', endedAt: null });
    expect(named(rowOfOccurrence(open, UNTIL))).toMatchObject({ 'Lasted (min)': 60, Open: 'Yes' });
  });
});
