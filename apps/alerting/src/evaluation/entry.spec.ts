import { describe, expect, it } from '@jest/globals';
import type { AlertType } from '@telemon/contracts/alerting/alerts';
import { aReading } from '@telemon/testing/builders';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { announcementOf, entryOf } from './entry.ts';
import { ruleOf } from './rule.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

/** The entry and headline of an alert that fired at a value. */
const given = (
  alertType: AlertType,
  values: number[],
  value: number,
  changes: Partial<AlertDocument> = {},
) => {
  const rule = ruleOf({
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
  const firing = { entryId: 'entry', reading: aReading(), value, decidedAt: NOW, clearedAt: null };
  const entry = entryOf(rule, firing, { deviceAlias: 'The pump', sensorNames: ['Pressure bar'] }, 'UTC');
  return { entry, headline: announcementOf(entry, NOW, 'UTC').headline };
};

describe('the entry of a firing', () => {
  it.each<[AlertType, number[], number, string, string]>([
    ['Above', [10], 12.5, '12.5: Above 10, off by 2.5', 'The pump: Pressure bar above 10'],
    ['Below', [10], 9.2, '9.2: Below 10, off by 0.8', 'The pump: Pressure bar below 10'],
    [
      'Restrict Range',
      [8, 2],
      9,
      '9: Restrict Range 2 to 8, off by 1',
      'The pump: Pressure bar outside 2 to 8',
    ],
    [
      'Restrict Range',
      [2, 8],
      0.5,
      '0.5: Restrict Range 2 to 8, off by 1.5',
      'The pump: Pressure bar outside 2 to 8',
    ],
    ['In Between', [2, 8], 3, '3: In Between 2 to 8, off by 1', 'The pump: Pressure bar within 2 to 8'],
  ])(
    'of %s %j at %d has the thresholds in its message and headline',
    (type, values, value, message, words) => {
      const { entry, headline } = given(type, values, value);
      expect({ message: entry.message, headline }).toEqual({ message, headline: words });
    },
  );

  it('keeps the MQTT target, and announces to it what was measured', () => {
    const target = { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };
    const { entry } = given('Restrict Range', [8, 2], 9, { mqtt: target });
    expect(entry.mqtt).toEqual(target);
    expect(announcementOf(entry, NOW, 'UTC').mqtt).toEqual({
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
    expect(announcementOf(given('Above', [10], 11).entry, NOW, 'UTC').mqtt).toBeNull();
  });
});
