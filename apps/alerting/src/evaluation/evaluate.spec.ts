import { describe, expect, it } from '@jest/globals';
import type { AlertType } from '@telemon/contracts/alerting/alerts';
import type { Reading, ValueType } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import fc from 'fast-check';
import { comparedWith, deviceWith } from '../../testing/compared.ts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { RuleState } from '../rules/rule-document.ts';
import { Evaluation } from './evaluate.ts';
import { RecentReadings, hashOf } from './recent-readings.ts';
import { type Rule, type WatchedDevice, entryIdOf, ruleOfAlert } from './rule.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const CLEAR = { openEntryId: null, changedAt: NOW - 3_600_000, changedTimestamp: 0, revision: 0 };

const anAlert = (changes: Partial<AlertDocument> = {}): AlertDocument => ({
  _id: 'alert',
  deviceName: 'pump01',
  deviceVersion: 1,
  sensorId: 1,
  sensorName: 'Temperature',
  valueType: 'Current',
  alertType: 'Above',
  values: [10],
  contact: null,
  email: null,
  message: 'hot',
  createdBy: 'm1',
  createdAt: new Date(NOW),
  state: CLEAR,
  ...changes,
});
const watching = (alert: AlertDocument): WatchedDevice & { rule: Rule } => {
  const rule = ruleOfAlert(alert);
  return { rule, ...deviceWith([rule]) };
};
const evaluate = (device: WatchedDevice, readings: Reading[], now = NOW) => {
  const evaluation = new Evaluation(comparedWith((name) => (name === 'pump01' ? device : undefined)));
  for (const reading of readings) evaluation.add(reading, now);
  evaluation.seal();
  return evaluation;
};
const at = (second: number, value: number | null, changes: Partial<Reading> = {}) =>
  aReading({
    id: `r${second}`,
    receivedAt: NOW + second * 1_000,
    current: [value, null, null, null],
    ...changes,
  });
const firingsOf = (evaluation: Evaluation) => [...(evaluation.changes.get('alert')?.firings.values() ?? [])];

describe('an alert', () => {
  it.each<[AlertType, number[], number, boolean]>([
    ['Above', [10], 10.01, true],
    ['Above', [10], 10, false],
    ['Below', [10], 9.99, true],
    ['Below', [10], 10, false],
    ['In Between', [2, 8], 1.99, false],
    ['In Between', [2, 8], 2, true],
    ['In Between', [2, 8], 8, true],
    ['In Between', [2, 8], 8.01, false],
    ['In Between', [8, 2], 5, true],
    ['Restrict Range', [2, 8], 1.99, true],
    ['Restrict Range', [2, 8], 2, false],
    ['Restrict Range', [2, 8], 8, false],
    ['Restrict Range', [2, 8], 8.01, true],
    ['Restrict Range', [8, 2], 5, false],
  ])('%s %j and a reading of %d: firing is %s', (alertType, values, value, fires) => {
    const device = watching(anAlert({ alertType, values }));
    expect(firingsOf(evaluate(device, [at(1, value)]))).toHaveLength(fires ? 1 : 0);
  });

  it.each<[ValueType, Partial<Reading>]>([
    ['Current', { current: [null, 11, null, null] }],
    ['Minimum', { minimum: [null, 11, null, null] }],
    ['Maximum', { maximum: [null, 11, null, null] }],
    ['Average', { average: [null, 11, null, null] }],
  ])('on the %s of a sensor compares only that value', (valueType, values) => {
    const alert = anAlert({ valueType, sensorId: 2 });
    expect(firingsOf(evaluate(watching(alert), [at(1, 99, values)]))).toMatchObject([{ value: 11 }]);
    const others = { current: [99, null, 99, 99], minimum: [99, null, 99, 99], maximum: [99, null, 99, 99] };
    expect(firingsOf(evaluate(watching(alert), [at(1, 99, { ...others, average: others.current })]))).toEqual(
      [],
    );
  });

  it('fires once while the condition holds, then clears, then fires again', () => {
    const device = watching(anAlert());
    const evaluation = evaluate(
      device,
      [1, 2, 3, 4, 5].map((second) => at(second, [11, 12, 3, 4, 13][second - 1]!)),
    );
    expect(firingsOf(evaluation)).toMatchObject([
      { entryId: entryIdOf('alert', 'r1'), value: 11, clearedAt: NOW + 3_000 },
      { entryId: entryIdOf('alert', 'r5'), value: 13, clearedAt: null },
    ]);
    expect(device.rule.openEntryId).toBe(entryIdOf('alert', 'r5'));
  });

  it('neither fires nor clears with a test reading', () => {
    const device = watching(anAlert());
    expect(evaluate(device, [at(1, 11, { test: true })]).changes.size).toBe(0);
    evaluate(device, [at(2, 11)]);
    expect(evaluate(device, [at(3, 1, { test: true })]).changes.size).toBe(0);
    expect(device.rule.openEntryId).not.toBeNull();
  });

  it('ignores a late reading and a missing value', () => {
    const device = watching(anAlert());
    evaluate(device, [at(1, 11)]);
    const evaluation = evaluate(device, [
      at(2, 1, { late: true }),
      at(3, null),
      at(4, 0, { current: [] }),
      at(5, 0, { current: ['1', null, null, null] as never }),
    ]);
    expect(evaluation.changes.size).toBe(0);
    expect(device.rule.openEntryId).not.toBeNull();
  });

  it('ignores a repeated reading, whenever it arrives', () => {
    const device = watching(anAlert());
    evaluate(device, [at(1, 11), at(2, 1), at(3, 12)]).settle();
    const again = [at(1, 11), at(2, 1)].map((reading) => ({ ...reading, receivedAt: NOW + 60_000 }));
    expect(evaluate(device, again).changes.size).toBe(0);
    expect(evaluate(device, [at(4, 1)]).changes.size).toBe(1);
  });

  it.each([
    ['one by one', (index: number) => NOW + index * 20],
    ['in one message', () => NOW],
  ])(
    'ignores readings that came %s and come again after more others than it remembers',
    (_how, receivedAt) => {
      const device = watching(anAlert());
      const sent = Array.from({ length: 3_000 }, (_, index) =>
        at(index, index % 20 < 10 ? 1 : 11, { receivedAt: receivedAt(index), timestamp: NOW + index * 20 }),
      );
      const now = NOW + 60_000;
      expect(firingsOf(evaluate(device, sent.slice(0, 2_995), now))).toHaveLength(150);
      for (const length of [1_400, 2_995])
        expect(evaluate(device, sent.slice(0, length), now).changes.size).toBe(0);
      expect(
        evaluate(device, [...sent.slice(2_900), at(3_000, 1, { receivedAt: now })], now).changes.size,
      ).toBe(1);
      expect(device.rule.openEntryId).toBeNull();
    },
  );

  it.each([1_037, 1_148])(
    'ignores the first %i readings of a large message when all of it comes again',
    (interruptedAfter) => {
      const device = watching(anAlert());
      const sent = Array.from({ length: 3_000 }, (_, index) =>
        at(index, index % 20 < 10 ? 1 : 11, { receivedAt: NOW, timestamp: NOW - 150_000 + index * 50 }),
      );
      const now = NOW + 20_000;
      const before = firingsOf(evaluate(device, sent.slice(0, interruptedAfter), now));
      const after = firingsOf(evaluate(device, sent, now));
      const fired = [...before, ...after].map(({ reading }) => reading?.id);
      const crossings = sent.filter((_, index) => index % 20 === 10).map(({ id }) => id);
      expect(fired).toEqual(crossings);
    },
  );

  it('compares readings of one message in their order, the newest first, too', () => {
    const device = watching(anAlert());
    Object.assign(device.rule, { readAt: 0 });
    const message = (first: number) =>
      Array.from({ length: 900 }, (_, index) =>
        at(first + index, index % 20 < 10 ? 1 : 11, {
          receivedAt: NOW + first,
          timestamp: NOW + first - index,
        }),
      );
    for (const first of [0, 900, 1_800, 2_700])
      expect(firingsOf(evaluate(device, message(first), NOW + 60_000))).toHaveLength(45);
  });

  it('compares a reading again after its decision could not be written', () => {
    const device = watching(anAlert());
    evaluate(device, [at(1, 11)]).takeBack();
    Object.assign(device.rule, ruleOfAlert(anAlert()));
    expect(firingsOf(evaluate(device, [at(1, 11)]))).toHaveLength(1);
  });

  it('ignores readings from before its last change by another process', () => {
    const open = entryIdOf('alert', 'r3');
    const state = { openEntryId: open, changedAt: NOW + 3_000, changedTimestamp: NOW + 3_000, revision: 3 };
    const device = watching(anAlert({ state }));
    const sentAgain = { ...at(2, 1), receivedAt: NOW + 9_000 };
    expect(evaluate(device, [at(1, 11), at(2, 1), sentAgain], NOW + 10_000).changes.size).toBe(0);
    expect(evaluate(device, [at(4, 1)], NOW + 10_000).changes.get('alert')?.closed).toMatchObject({
      entryId: open,
      at: NOW + 4_000,
    });
  });

  it('distinguishes readings of the same time from readings that an earlier process compared', () => {
    const sameTime = (name: string, value: number) => at(1, value, { id: name });
    const before = watching(anAlert());
    const { to } = evaluate(before, [sameTime('first', 11), sameTime('second', 1)]).changes.get('alert')!;
    const device = watching(anAlert({ state: to as RuleState }));
    const repeated = [sameTime('first', 11), sameTime('second', 1)];
    expect(evaluate(device, repeated, NOW + 10_000).changes.size).toBe(0);
    const evaluation = evaluate(device, [sameTime('third', 12), ...repeated], NOW + 10_000);
    expect(firingsOf(evaluation)).toMatchObject([{ value: 12, clearedAt: null }]);
  });

  it('ignores a resent reading older than the first in memory, after a later change', () => {
    const open = { ...CLEAR, openEntryId: 'e', changedAt: NOW + 1_000, changedTimestamp: NOW + 1_000 };
    const device = watching(anAlert({ state: open }));
    const measured = (second: number, value: number, changes: Partial<Reading> = {}) =>
      at(second, value, { timestamp: NOW + 2_000, ...changes });
    evaluate(device, [measured(4, 12), measured(5, 1, { timestamp: NOW + 5_000 })], NOW + 10_000).settle();
    expect(evaluate(device, [measured(9, 13)], NOW + 10_000).changes.size).toBe(0);
  });

  it('reacts at once after the clock was set back by a day', () => {
    const tomorrow = NOW + 24 * 3_600_000;
    const state = { openEntryId: 'e', changedAt: tomorrow, changedTimestamp: tomorrow, revision: 1 };
    const device = watching(anAlert({ state }));
    expect(evaluate(device, [at(1, 1)]).changes.get('alert')?.closed).not.toBeNull();
  });

  it('reacts at once after all clocks were set back soon after a restart, with a reading in flight', () => {
    const device = watching(anAlert());
    const measured = (second: number, value: number, timestamp = NOW + second * 1_000 - 5) =>
      at(second, value, { timestamp });
    evaluate(device, [measured(60, 1)], NOW + 60_000).settle();
    const underWay = measured(1, 11, NOW + 60_990);
    evaluate(device, [underWay], NOW + 1_000).settle();
    const evaluation = evaluate(device, [measured(2, 1), measured(3, 12), measured(4, 1)], NOW + 4_000);
    expect(evaluation.changes.get('alert')?.closed).toMatchObject({ at: NOW + 2_000 });
    expect(firingsOf(evaluation)).toMatchObject([{ value: 12, clearedAt: NOW + 4_000 }]);
  });

  it('ignores readings that arrived before its creation', () => {
    const device = watching(anAlert({ state: { ...CLEAR, changedAt: NOW } }));
    expect(evaluate(device, [at(-1, 11)]).changes.size).toBe(0);
    expect(evaluate(device, [at(1, 11)]).changes.size).toBe(1);
  });

  it('has at most one open entry, and one entry per crossing, for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5, max: 15 }), { maxLength: 60 }), (values) => {
        const device = watching(anAlert());
        const firings = firingsOf(
          evaluate(
            device,
            values.map((value, second) => at(second, value)),
          ),
        );
        const crossings = values.filter((value, index) => value > 10 && !((values[index - 1] ?? 0) > 10));
        expect(firings.map(({ value }) => value)).toEqual(crossings);
        expect(firings.filter(({ clearedAt }) => clearedAt === null)).toHaveLength(
          (values.at(-1) ?? 0) > 10 ? 1 : 0,
        );
      }),
    );
  });
});

describe('the recent readings of a device', () => {
  it('are remembered up to about a thousand', () => {
    const recent = new RecentReadings();
    for (let count = 0; count < 5_000; count++)
      recent.remember(aReading({ id: `reading ${count}` }), NOW + count);
    expect(recent.has(hashOf('reading 4999'))).toBe(true);
    expect(recent.has(hashOf('reading 4100'))).toBe(true);
    expect(recent.has(hashOf('reading 3'))).toBe(false);
  });

  it('can be taken back in any number', () => {
    fc.assert(
      fc.property(fc.nat(1_500), fc.nat(1_500), (kept, taken) => {
        const recent = new RecentReadings();
        for (let count = 0; count < kept; count++) recent.remember(aReading({ id: `kept ${count}` }), NOW);
        recent.seal();
        recent.settle();
        for (let count = 0; count < taken; count++) recent.remember(aReading({ id: `taken ${count}` }), NOW);
        recent.takeBack();
        for (let count = 0; count < taken; count++) expect(recent.has(hashOf(`taken ${count}`))).toBe(false);
        if (kept > 0 && taken < 1_024) expect(recent.has(hashOf(`kept ${kept - 1}`))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
