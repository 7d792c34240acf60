import { describe, expect, it } from '@jest/globals';
import type { AlertType } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { aReading } from '@telemon/testing/builders';
import { announcementOf } from './announcements.ts';
import { NOTHING_MORE } from './change.ts';
import { entryOf } from './entry.ts';
import { ruleOfAlert } from './rule.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

type Changes = Partial<AlertDocument> & { sensorNames?: (string | null)[] };

/** The entry and announcement of an alert that fired at a value. */
const given = (
  alertType: AlertType,
  values: number[],
  value: number | null,
  { sensorNames = ['Pressure bar'], ...changes }: Changes = {},
) => {
  const rule = ruleOfAlert({
    _id: 'alert',
    deviceName: 'pump01',
    deviceVersion: 1,
    sensorId: 1,
    sensorName: 'Pressure',
    valueType: 'Current',
    alertType,
    values,
    contact: null,
    email: null,
    message: '$data: $alerttype $setpoint, off by $delta',
    createdBy: 'm1',
    createdAt: new Date(NOW),
    state: { openEntryId: null, changedAt: NOW, changedTimestamp: 0, revision: 0 },
    ...changes,
  });
  const reading = value === null ? null : aReading();
  const firing = { ...NOTHING_MORE, entryId: 'entry', at: NOW, reading, value, decidedAt: NOW };
  const naming = { deviceAlias: 'The pump', sensorNames };
  const entry = entryOf(rule, firing, naming, 'Europe/Paris');
  return { entry, announcement: announcementOf(entry, NOW, naming, 'Europe/Paris') };
};

describe('the entry of a deadline', () => {
  it.each([
    [1, '1 hour'],
    [6, '6 hours'],
    [24, '1 day'],
    [72, '3 days'],
    [336, '2 weeks'],
  ])('after %d h has no value in its message, headline and MQTT message', (timePeriod, words) => {
    const mqtt = { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };
    const changes = { timePeriod, mqtt, message: '$data, $delta at $timestamp' };
    const { entry, announcement } = given('Periodic', [8], null, changes);
    expect(entry).toMatchObject({
      cause: 'deadline',
      message: '–, – at 21 Nov 2026, 11:00:00 CET',
      timePeriod,
    });
    expect(entry).not.toHaveProperty('readingId');
    expect(announcement).toMatchObject({
      headline: `The pump: below 8 bar for ${words}`,
      mqtt: { measured: { value: null, alertType: 'Periodic', setPoints: [8], timestamp: new Date(NOW) } },
    });
    expect(announcement.details).toContainEqual(['Alert', `Periodic 8 bar, ${words}`]);
    expect(announcement.details.map(([label]) => label)).not.toContain('Value');
  });
});

describe('the entry of a firing', () => {
  it.each<[AlertType, number[], number, string, string]>([
    ['Above', [10], 12.5, '12.5: Above 10, off by 2.5', '12.5 bar, above 10 bar'],
    ['Below', [10], 9.2, '9.2: Below 10, off by 0.8', '9.2 bar, below 10 bar'],
    ['Restrict Range', [8, 2], 9, '9: Restrict Range 2 to 8, off by 1', '9 bar, outside 2 to 8 bar'],
    ['Restrict Range', [2, 8], 0.5, '0.5: Restrict Range 2 to 8, off by 1.5', '0.5 bar, outside 2 to 8 bar'],
    ['In Between', [2, 8], 3, '3: In Between 2 to 8, off by 1', '3 bar, within 2 to 8 bar'],
  ])(
    'of %s %j at %d has the thresholds in its message and headline',
    (type, values, value, message, words) => {
      const { entry, announcement } = given(type, values, value);
      expect({ message: entry.message, headline: announcement.headline }).toEqual({
        message,
        headline: `The pump: ${words} since 11:00`,
      });
    },
  );

  it('names the sensor in the headline if the device has several, and the value type if it is not Current', () => {
    const headline = (changes: Changes) => given('Above', [10], 12, changes).announcement.headline;
    expect(headline({ sensorNames: ['Pressure bar', 'Flow', null, null] })).toBe(
      'The pump: Pressure 12 bar, above 10 bar since 11:00',
    );
    expect(headline({ valueType: 'Average' })).toBe(
      'The pump: Pressure (average) 12 bar, above 10 bar since 11:00',
    );
  });

  it('names the day in the headline if the condition has held since long before', () => {
    const { entry } = given('Above', [10], 12, { holdFor: 20 * 3_600 });
    const naming = { deviceAlias: 'The pump', sensorNames: ['Pressure bar'] };
    const since = NOW - 20 * HOUR_MS;
    expect(announcementOf(entry, NOW, naming, 'Europe/Paris', since).headline).toBe(
      'The pump: 12 bar, above 10 bar since 20 Nov 2026, 15:00:00 CET',
    );
  });

  it('has the details with units and local time', () => {
    expect(given('Above', [10], 12).announcement.details).toEqual([
      ['Device', 'The pump (pump01)'],
      ['Sensor', 'Pressure'],
      ['Value', '12 bar'],
      ['Alert', 'Above 10 bar'],
      ['Time', '21 Nov 2026, 11:00:00 CET'],
    ]);
  });

  it('keeps the MQTT target, and announces the measured value to it', () => {
    const target = { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };
    const { entry, announcement } = given('Restrict Range', [8, 2], 9, { mqtt: target });
    expect(entry.mqtt).toEqual(target);
    expect(announcement.mqtt).toEqual({
      target,
      measured: {
        deviceAlias: 'The pump',
        sensorId: 1,
        sensorName: 'Pressure bar',
        valueType: 'Current',
        value: 9,
        alertType: 'Restrict Range',
        setPoints: [2, 8],
        timestamp: new Date(NOW),
      },
    });
    expect(given('Above', [10], 11).announcement.mqtt).toBeNull();
  });
});
