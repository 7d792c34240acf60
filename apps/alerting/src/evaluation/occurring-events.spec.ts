import { describe, expect, it } from '@jest/globals';
import { EventType } from '@telemon/contracts/alerting/events';
import { type Reading, ValueType } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import { comparedWith, deviceWith } from '../../testing/compared.ts';
import type { EventDocument } from '../events/events.repository.ts';
import { firstState } from '../rules/rule-document.ts';
import type { Change } from './change.ts';
import { Evaluation } from './evaluate.ts';
import { RecentReadings } from './recent-readings.ts';
import { type Rule, entryIdOf, ruleOfAlert, ruleOfEvent } from './rule.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const COMMON = {
  deviceName: 'pump01',
  deviceVersion: 1,
  sensorId: 2 as const,
  sensorName: 'Temperature',
  valueType: 'Current' as ValueType,
  createdBy: 'm1',
  createdAt: new Date(NOW),
  state: firstState(new Date(NOW)),
};
const anEvent = (changes: Partial<EventDocument> = {}): Rule =>
  ruleOfEvent({
    ...COMMON,
    _id: 'event',
    eventType: 'Above',
    setPoint: 10,
    lastOccurredAt: null,
    ...changes,
  });
const anAlert = (): Rule =>
  ruleOfAlert({
    ...COMMON,
    _id: 'alert',
    alertType: 'Above',
    values: [10],
    contact: null,
    email: null,
    message: 'hot',
  });

const FIELD_OF = { Current: 'current', Minimum: 'minimum', Average: 'average', Maximum: 'maximum' } as const;
type Value = number | null | undefined | string;

/** A reading in which one value of sensor 2 is as given, and every other value is on the other side of the set point. */
const at = (
  second: number,
  valueType: ValueType,
  value: Value,
  others: number,
  changes: Partial<Reading> = {},
) => {
  const row = (of: Value) => [others, of, others, others] as (number | null)[];
  return aReading({
    id: `r${second}`,
    receivedAt: NOW + second * 1_000,
    current: row(others),
    minimum: row(others),
    average: row(others),
    maximum: row(others),
    [FIELD_OF[valueType]]: row(value),
    ...changes,
  });
};
const evaluate = (rules: Rule[], readings: Reading[], recent = new RecentReadings()): Evaluation => {
  const device = deviceWith(rules, recent);
  const evaluation = new Evaluation(comparedWith(() => device));
  for (const reading of readings) evaluation.add(reading, NOW);
  evaluation.seal();
  return evaluation;
};
const firingsOf = (change: Change | undefined) => [...(change?.firings.values() ?? [])];

describe.each(ValueType.options)('an event on the %s of a sensor', (valueType) => {
  describe.each<[EventType, inside: number, outside: number]>([
    ['Above', 10.01, 9.99],
    ['Below', 9.99, 10.01],
  ])('%s the set point', (eventType, inside, outside) => {
    const event = () => anEvent({ valueType, eventType });
    const occurred = (rule: Rule, ...readings: Reading[]) =>
      firingsOf(evaluate([rule], readings).changes.get('event'));

    it.each<[string, Value, boolean]>([
      ['beyond the set point', inside, true],
      ['at the set point', 10, false],
      ['on its other side', outside, false],
      ['that is missing', null, false],
      ['that the reading lacks', undefined, false],
      ['that is not a number', Number.NaN, false],
      ['that is a text', '99', false],
    ])('with a value %s', (_, value, occurs) => {
      const firings = occurred(event(), at(1, valueType, value, outside));
      expect(firings.map((firing) => firing.value)).toEqual(occurs ? [inside] : []);
    });

    it.each<[string, Partial<Reading>]>([
      ['a late reading', { late: true }],
      ['a test reading', { test: true }],
    ])('neither begins nor ends with %s', (_, changes) => {
      const rule = event();
      expect(occurred(rule, at(1, valueType, inside, outside, changes))).toEqual([]);
      expect(occurred(rule, at(2, valueType, inside, outside))).toHaveLength(1);
      expect(evaluate([rule], [at(3, valueType, outside, outside, changes)]).changes.size).toBe(0);
    });

    it('ignores a reading that arrived before its creation', () => {
      const early = { receivedAt: NOW - 60_000 };
      expect(occurred(event(), at(1, valueType, inside, outside, early))).toEqual([]);
    });

    it('occurs once while its condition holds, and again after the value was at the set point', () => {
      const values = [inside, inside, 10, outside, inside];
      const readings = values.map((value, second) => at(second, valueType, value, outside));
      expect(occurred(event(), ...readings)).toMatchObject([
        { entryId: entryIdOf('event', 'r0'), clearedAt: NOW + 2_000 },
        { entryId: entryIdOf('event', 'r4'), clearedAt: null },
      ]);
    });

    it('does not occur again with a repeated reading', () => {
      const rule = event();
      const recent = new RecentReadings();
      const readings = [inside, outside].map((value, second) => at(second, valueType, value, outside));
      evaluate([rule], readings, recent).settle();
      expect(evaluate([rule], readings, recent).changes.size).toBe(0);
    });
  });
});

describe('an event and an alert on one sensor', () => {
  it('change with the same reading, each in its own revision', () => {
    const [alert, event] = [anAlert(), anEvent()];
    const { changes } = evaluate([alert, event], [at(1, 'Current', 11, 0)]);
    expect([...changes.values()].map(({ rule, fromRevision }) => [rule.kind, fromRevision])).toEqual([
      ['alert', 0],
      ['event', 0],
    ]);
    expect(alert.openEntryId).toBe(entryIdOf('alert', 'r1'));
    expect(event.openEntryId).toBe(entryIdOf('event', 'r1'));
  });

  it('are written at once only if the alert fires, because an event sends no notice', () => {
    expect(evaluate([anEvent()], [at(1, 'Current', 11, 0)]).isUrgent).toBe(false);
    expect(evaluate([anEvent(), anAlert()], [at(1, 'Current', 11, 0)]).isUrgent).toBe(true);
  });
});
