import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { HEARTBEATS_MISSED_AFTER_MS } from '@telemon/contracts/readings';
import { logger } from '@telemon/platform/logging';
import fc from 'fast-check';
import {
  GAPS,
  arrivalOf,
  ending,
  handlingOf,
  hearAll,
  hearWhereProcessesEnd,
  hearWhereWritesFail,
} from '../../testing/disturbances.ts';
import { Stored, type StoredEntry } from '../../testing/owners.ts';
import { Stream, anAbove } from '../../testing/stream.ts';

logger.level = 'silent';

const START = Date.parse('2026-11-21T10:00:00Z');
const SET_POINT = 8;
/** From the end of a hold time to the heartbeat that decides it. */
const DECIDED_WITHIN_MS = 80_000;

/** The clock of all machines. */
let now = START;
const setClock = (arrival: number) => void (now = arrival);
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => void jest.restoreAllMocks());
/** Readings that come again do not set the clock back. */
const passUntil = (arrival: number) => void (now = Math.max(now, arrival));

interface Terms {
  /** Seconds. */
  holdFor: number;
  clearAt: number;
}

type Interval = Pick<StoredEntry, 'at' | 'clearedAt' | 'value'>;

/** When the alert has to fire, with which value, and when it has to clear, derived from the messages alone. */
const reference = (messages: Stream['messages'], { holdFor, clearAt }: Terms): Interval[] => {
  const fired: Interval[] = [];
  let [newest, isOpen, last] = [START, false, 0];
  let due = Number.POSITIVE_INFINITY;
  const fire = (at: number) => {
    fired.push({ at, clearedAt: null, value: last });
    [isOpen, due] = [true, Number.POSITIVE_INFINITY];
  };
  for (const message of messages) {
    const arrival = arrivalOf(message);
    const step = arrival - newest;
    // Time in which devices could not reach Telemon does not count.
    if (step < 0 || step > HEARTBEATS_MISSED_AFTER_MS) due += step;
    newest = arrival;
    if (arrival >= due) fire(due);
    const value = message.readings[0]?.current[0];
    if (typeof value !== 'number') continue;
    if (isOpen && value <= clearAt) {
      fired.at(-1)!.clearedAt = arrival;
      isOpen = false;
    } else if (!isOpen && value <= SET_POINT) due = Number.POSITIVE_INFINITY;
    else if (!isOpen) {
      last = value;
      if (due === Number.POSITIVE_INFINITY) due = arrival + holdFor * 1_000;
      if (holdFor === 0) fire(arrival);
    }
  }
  return fired;
};

const terms = fc.record({
  holdFor: fc.constantFrom(0, 30, 300, 1_200),
  clearAt: fc.constantFrom(SET_POINT, SET_POINT - 2),
});
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.integer({ min: 1, max: 10 * MINUTE_MS }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('read' as const), ms: fc.integer({ min: 5, max: 10 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('flap' as const), ms: fc.integer({ min: 2, max: 40 }) }),
  },
  ...GAPS,
);
const handling = handlingOf(100);

const streamOf = (happenings: { do: string; ms: number }[]): Stream => {
  const stream = new Stream(START);
  const read = (value: number) => stream.read({ current: [value, null, null, null] });
  for (const { do: what, ms } of happenings) {
    if (what === 'pass') stream.pass(ms);
    else if (what === 'read') read(ms);
    else if (what === 'flap')
      for (let turn = 0; turn < ms; turn++) {
        read(turn % 2 === 0 ? 9 : 5);
        stream.pass(MINUTE_MS + turn);
      }
    // A clock remembers one gap: a time is exact unless another gap comes before it is decided.
    else stream.leap(ms).pass(DECIDED_WITHIN_MS);
  }
  // Each hold time is decided then.
  return stream.pass(30 * MINUTE_MS);
};

const given = ({ holdFor, clearAt }: Terms) => {
  const stored = new Stored();
  stored.devices.set('pump01', {});
  stored.alerts.set('above', anAbove(START, { holdFor, clearAt: [clearAt] }));
  return stored;
};
const without = (...left: string[]) =>
  fc.array(
    happening.filter(({ do: what }) => !left.includes(what)),
    { minLength: 1, maxLength: 40 },
  );

const decided = (stored: Stored): Interval[] =>
  stored.entriesOf('above').map(({ at, clearedAt, value }) => ({ at, clearedAt, value }));
const inOrder = (fired: Interval[]) => fired.toSorted((one, other) => one.at - other.at);

/** The notices about flapping that an undisturbed process makes. */
const undisturbed = async (messages: Stream['messages'], chosen: Terms) => {
  const stored = given(chosen);
  await hearAll({ stored, messages, passUntil: setClock });
  return stored.flapping;
};

describe('an alert with a hold time and a threshold at which it clears, for any stream', () => {
  it('fires and clears exactly as the reference', async () => {
    await fc.assert(
      fc.asyncProperty(
        without(),
        terms,
        fc.integer({ min: 1, max: 100 }),
        async (all, chosen, settledAfter) => {
          const { messages } = streamOf(all);
          const stored = given(chosen);
          await hearAll({ stored, messages, passUntil: setClock }, settledAfter);
          expect(decided(stored)).toEqual(inOrder(reference(messages, chosen)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does so even if writes fail, with the same notices about flapping', async () => {
    await fc.assert(
      fc.asyncProperty(
        without('back', 'ahead', 'outage'),
        terms,
        fc.array(handling, { minLength: 1 }),
        async (all, chosen, handlings) => {
          const { messages } = streamOf(all);
          now = START;
          const stored = given(chosen);
          await hearWhereWritesFail({ stored, messages, handlings, passUntil });
          expect(decided(stored)).toEqual(inOrder(reference(messages, chosen)));
          expect(stored.flapping).toEqual(await undisturbed(messages, chosen));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does so where processes are killed or replaced', async () => {
    await fc.assert(
      fc.asyncProperty(
        without('back', 'ahead'),
        terms,
        fc.array(fc.tuple(handling, ending), { minLength: 3 }),
        async (all, chosen, handlings) => {
          const { messages } = streamOf(all);
          now = START;
          const stored = given(chosen);
          await hearWhereProcessesEnd({ stored, messages, handlings, passUntil });
          expect(decided(stored)).toEqual(inOrder(reference(messages, chosen)));
          expect(stored.flapping).toEqual(await undisturbed(messages, chosen));
        },
      ),
      { numRuns: 300 },
    );
  });
});
