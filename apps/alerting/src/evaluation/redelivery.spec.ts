import { describe, expect, it } from '@jest/globals';
import type { Reading } from '@telemon/contracts/readings';
import { aReading } from '@telemon/testing/builders';
import fc from 'fast-check';
import { comparedWith, deviceWith } from '../../testing/compared.ts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { RuleState } from '../rules/rule-document.ts';
import { Evaluation } from './evaluate.ts';
import { type WatchedDevice, entryIdOf, ruleOfAlert } from './rule.ts';

const SET_POINT = 10;
const START = Date.now();
const TWO_DAYS_MS = 2 * 24 * 3_600_000;

/** Stands in for the database: the alert's last written state, and for each entry whether it is open. */
class Stored {
  state: RuleState = { openEntryId: null, changedAt: START - 1_000, changedTimestamp: 0, revision: 0 };
  readonly entries = new Map<string, boolean>();

  get alert() {
    return {
      _id: 'a',
      alertType: 'Above',
      valueType: 'Current',
      sensorId: 1,
      values: [SET_POINT],
      state: this.state,
    };
  }

  write({ changes }: Evaluation): void {
    for (const { to, closed, firings } of changes.values()) {
      if (closed) this.entries.set(closed.entryId, false);
      for (const [id, { clearedAt }] of firings) {
        if (clearedAt === null) this.entries.set(id, true);
        else if (!this.entries.has(id)) this.entries.set(id, false);
      }
      this.state = to as RuleState;
    }
  }
}

/** A process that starts with the stored state alone. */
class Process {
  private readonly device: WatchedDevice;

  constructor(private readonly stored: Stored) {
    this.device = deviceWith([ruleOfAlert(stored.alert as AlertDocument)]);
  }

  take(readings: Reading[], now: number): void {
    const evaluation = new Evaluation(comparedWith(() => this.device));
    for (const reading of readings) evaluation.add(reading, now);
    evaluation.seal();
    this.stored.write(evaluation);
    evaluation.settle();
  }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('arrive' as const), count: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('take' as const), count: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('go back' as const), count: fc.integer({ min: 1, max: 8 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('kill' as const), count: fc.integer({ min: 0, max: 8 }) }),
    },
    // The producer sends the same messages again.
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('announce again' as const),
        count: fc.integer({ min: 1, max: 8 }),
      }),
    },
    // The device got no acknowledgement, and sends the readings again: they have a new arrival time.
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('send again' as const), count: fc.integer({ min: 1, max: 8 }) }),
    },
  ),
  { minLength: 5, maxLength: 60 },
);

type Step = { do: 'arrive' | 'take' | 'go back' | 'kill' | 'announce again' | 'send again'; count: number };

interface Setting {
  /** Whether a step of the plan is carried out. */
  takes?: (what: Step['do']) => boolean;
  /** The present time once so many readings have arrived. */
  nowAfter?: (arrived: number) => number;
}

/** Carries a plan out, brings the rest of the readings, and compares the entries with the crossings. */
const expectEachCrossingOnce = (
  values: readonly number[],
  readings: readonly Reading[],
  plan: readonly Step[],
  { takes = () => true, nowAfter = () => START + 60_000 }: Setting = {},
): void => {
  const topic: Reading[] = [];
  const stored = new Stored();
  let process = new Process(stored);
  let arrived = 0;
  let position = 0;
  let committed = 0;
  const take = (count: number) => {
    process.take(topic.slice(position, position + count), nowAfter(arrived));
    position = Math.min(topic.length, position + count);
  };
  for (const { do: what, count } of plan) {
    if (!takes(what)) continue;
    if (what === 'arrive') {
      topic.push(...readings.slice(arrived, arrived + count));
      arrived = Math.min(readings.length, arrived + count);
    } else if (what === 'take') take(count);
    else if (what === 'announce again') topic.push(...readings.slice(Math.max(0, arrived - count), arrived));
    else if (what === 'send again') {
      const late = readings.slice(Math.max(0, arrived - count), arrived);
      topic.push(...late.map((reading) => ({ ...reading, receivedAt: START + 1_000 + topic.length })));
    } else if (what === 'kill') {
      process = new Process(stored);
      // No process gets a message from before an offset that was committed.
      position = Math.max(committed, position - count);
      committed = position;
    } else position = Math.max(0, position - count);
  }
  topic.push(...readings.slice(arrived));
  arrived = readings.length;
  take(topic.length);
  const isAbove = (value: number | undefined) => value !== undefined && value > SET_POINT;
  const crossings = readings.filter((_, index) => isAbove(values[index]) && !isAbove(values[index - 1]));
  expect([...stored.entries.keys()].sort()).toEqual(crossings.map(({ id }) => entryIdOf('a', id)).sort());
  const open = [...stored.entries].filter(([, isOpen]) => isOpen).map(([id]) => id);
  expect(open).toEqual(isAbove(values.at(-1)) ? [entryIdOf('a', crossings.at(-1)!.id)] : []);
};

const valuesSent = fc.array(fc.integer({ min: 8, max: 13 }), { minLength: 1, maxLength: 60 });

describe('with repeated deliveries and killed processes', () => {
  it('each crossing makes one entry, and only the last can be open', () => {
    fc.assert(
      fc.property(
        valuesSent,
        steps,
        // Readings that arrive in one millisecond.
        fc.constantFrom(1, 5),
        // Readings that the device measures in one unit of its clock.
        fc.constantFrom(1, 3, 60),
        (values, plan, inAMillisecond, inAUnit) => {
          const readings = values.map((value, index) =>
            aReading({
              id: `r${index}`,
              timestamp: START + Math.floor(index / inAUnit),
              receivedAt: START + 100 + Math.floor(index / inAMillisecond),
              current: [value, null, null, null],
            }),
          );
          // Decision 6 says which repeated readings of one time a new process can't recognise.
          const takes = (what: Step['do']) => inAUnit === 1 || ['arrive', 'take', 'kill'].includes(what);
          expectEachCrossingOnce(values, readings, plan, { takes });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('each crossing makes one entry, although the clock is set back in between', () => {
    fc.assert(
      fc.property(valuesSent, steps, fc.nat(60), (values, plan, before) => {
        // Devices without a clock: their readings have the time of their arrival.
        const readings = values.map((value, index) => {
          const receivedAt = START + index + (index < before ? TWO_DAYS_MS : 0);
          return aReading({
            id: `r${index}`,
            timestamp: receivedAt,
            receivedAt,
            rawOffset: index,
            current: [value, null, null, null],
          });
        });
        expectEachCrossingOnce(values, readings, plan, {
          // The devices service recognises this device's resent readings.
          takes: (what) => what !== 'send again',
          nowAfter: (arrived) => START + 60_000 + (arrived <= before ? TWO_DAYS_MS : 0),
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
