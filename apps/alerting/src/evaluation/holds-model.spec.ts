import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { HEARTBEATS_MISSED_AFTER_MS } from '@telemon/contracts/readings';
import { logger } from '@telemon/platform/logging';
import fc from 'fast-check';
import { Owner, Stored, type StoredEntry } from '../../testing/owners.ts';
import { HOUR_MS, MINUTE_MS, Stream, anAbove } from '../../testing/stream.ts';
import type { Heard } from './decode.ts';

logger.level = 'silent';

const START = Date.parse('2026-11-21T10:00:00Z');
const SET_POINT = 8;
/** From the end of a hold time to the heartbeat that decides it. */
const DECIDED_WITHIN_MS = 80_000;

/** The clock of all machines. */
let now = START;
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => void jest.restoreAllMocks());
/** Readings that come again do not set it back. */
const passUntil = (arrival: number) => void (now = Math.max(now, arrival));

interface Terms {
  /** Seconds. */
  holdFor: number;
  clearAt: number;
}

type Interval = Pick<StoredEntry, 'at' | 'clearedAt' | 'value'>;

const arrivalOf = ({ readings, heartbeatAt }: Pick<Heard, 'readings' | 'heartbeatAt'>): number =>
  heartbeatAt ?? readings[0]!.receivedAt;

/** When the alert has to fire, with which value, and when it has to clear, told from the messages alone. */
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
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('outage' as const),
      ms: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ahead' as const), ms: fc.constant(48 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), ms: fc.constant(-24 * HOUR_MS) }) },
);
const handling = fc.record({
  take: fc.integer({ min: 1, max: 100 }),
  isSettled: fc.boolean(),
  fails: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
});
/** How a process ends: it is killed, or the partition comes to another one while it still runs. */
const ending = fc.constantFrom(
  'goes on' as const,
  'goes on' as const,
  'goes on' as const,
  'killed' as const,
  'replaced' as const,
);

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
  // So that all is decided.
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

/** The notices about flapping that a process makes which nothing disturbs. */
const undisturbed = async (messages: Stream['messages'], chosen: Terms) => {
  const stored = given(chosen);
  const owner = new Owner(stored);
  for (const message of messages) {
    now = arrivalOf(message);
    await owner.take([message]);
  }
  await owner.settle();
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
          const owner = new Owner(stored);
          for (const message of messages) {
            now = arrivalOf(message);
            await owner.take([message]);
            if (message.offset % settledAfter === 0) await owner.settle();
          }
          await owner.settle();
          expect(decided(stored)).toEqual(inOrder(reference(messages, chosen)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does so whatever writes fail, and tells of flapping as if none had', async () => {
    await fc.assert(
      fc.asyncProperty(
        without('back', 'ahead', 'outage'),
        terms,
        fc.array(handling, { minLength: 1 }),
        async (all, chosen, handlings) => {
          const { messages } = streamOf(all);
          now = START;
          const stored = given(chosen);
          const owner = new Owner(stored);
          for (let at = 0, turn = 0; at < messages.length; turn++) {
            const { take, isSettled, fails } = handlings[turn % handlings.length]!;
            if (fails) stored.failures = 1;
            const some = messages.slice(at, at + take);
            passUntil(arrivalOf(some.at(-1)!));
            await owner.take(some);
            at += take;
            if (isSettled) await owner.settle();
          }
          stored.failures = 0;
          await owner.settle();
          // A decision whose write failed is made again at the next heartbeat.
          await owner.take([{ ...messages.at(-1)!, offset: messages.length }]);
          await owner.settle();
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
          let owner = new Owner(stored);
          let former: Owner | undefined;
          let committed = 0;
          for (let at = 0, turn = 0; at < messages.length; turn++) {
            const [{ take, isSettled }, ends] = handlings[turn % handlings.length]!;
            const some = messages.slice(at, at + take);
            passUntil(arrivalOf(some.at(-1)!));
            // A process that lost its partition may still decide about the messages that it has.
            await Promise.all([owner.take(some), former?.take(some)]);
            at = Math.min(messages.length, at + take);
            if (isSettled) {
              await owner.settle();
              committed = at;
            }
            former = ends === 'replaced' ? owner : undefined;
            if (ends === 'goes on') continue;
            owner = new Owner(stored);
            at = committed;
            // Otherwise, the same messages would come again and again.
            if (!isSettled) handlings = handlings.map(([one]) => [{ ...one, isSettled: true }, 'goes on']);
          }
          await owner.settle();
          expect(decided(stored)).toEqual(inOrder(reference(messages, chosen)));
          expect(stored.flapping).toEqual(await undisturbed(messages, chosen));
        },
      ),
      { numRuns: 300 },
    );
  });
});
