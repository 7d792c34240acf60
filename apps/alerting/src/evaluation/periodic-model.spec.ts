import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { HEARTBEATS_MISSED_AFTER_MS, HEARTBEAT_EVERY_MS } from '@telemon/contracts/readings';
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
import { Stream, aPeriodic } from '../../testing/stream.ts';

logger.level = 'silent';

const START = Date.parse('2026-11-21T10:00:00Z');
const SET_POINT = 8;
/** How old a stored time may be: it is stored at most once a minute. */
const STORED_LATE_MS = MINUTE_MS;
/** From a deadline to the heartbeat that decides it. */
const DECIDED_WITHIN_MS = 80_000;

/** The clock of all machines. */
let now = START;
const setClock = (arrival: number) => void (now = arrival);
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => void jest.restoreAllMocks());

type Interval = Pick<StoredEntry, 'at' | 'clearedAt'>;

/** When the alert has to fire and to clear, derived from the messages alone. */
const reference = (messages: Stream['messages']): Interval[] => {
  const fired: Interval[] = [];
  let [newest, isOpen, deadline] = [START, false, START + HOUR_MS];
  /** Arrival of the newest message of the endpoint that the device uses, and the time that counts since. */
  let [own, sinceOwn] = [START, 0];
  for (const { readings, heartbeatAt, sources } of messages) {
    const arrival = arrivalOf({ readings, heartbeatAt });
    const step = arrival - newest;
    // Only the time in which devices could reach Telemon brings the deadline nearer.
    if (step < 0 || step > HEARTBEATS_MISSED_AFTER_MS) deadline += step;
    else sinceOwn += step;
    newest = arrival;
    if (heartbeatAt !== null && !sources.includes('mqtt')) continue;
    // Nor does time in which only the other endpoint received.
    if (sinceOwn > HEARTBEATS_MISSED_AFTER_MS && deadline > own) deadline += sinceOwn;
    [own, sinceOwn] = [arrival, 0];
    const isOver = arrival > deadline;
    if (!isOpen && isOver) fired.push({ at: deadline, clearedAt: null });
    isOpen ||= isOver;
    if (!((readings[0]?.current[0] ?? 0) >= SET_POINT)) continue;
    if (isOpen) fired.at(-1)!.clearedAt = arrival;
    [isOpen, deadline] = [false, arrival + HOUR_MS];
  }
  return fired;
};

/** The time, up to an instant, in which devices could reach Telemon. */
const heardUpTo = (messages: Stream['messages'], instant: number): number => {
  let [newest, heard] = [START, 0];
  for (const message of messages) {
    const step = arrivalOf(message) - newest;
    if (step <= HEARTBEATS_MISSED_AFTER_MS) heard += Math.max(0, Math.min(step, instant - newest));
    newest += step;
  }
  return heard;
};

/**
 * How late an entry may be if processes are killed. The time that a process heard since it stored its clock is lost in an outage
 * that follows.
 */
const lateAtMost = (messages: Stream['messages']): number => {
  const arrivals = messages.map(arrivalOf);
  const isOutage = (arrival: number, place: number) =>
    place > 0 && arrival - arrivals[place - 1]! > HEARTBEATS_MISSED_AFTER_MS;
  return STORED_LATE_MS + arrivals.filter(isOutage).length * HEARTBEAT_EVERY_MS;
};

const isOpenAt = (fired: Interval[], time: number): boolean =>
  fired.some(({ at, clearedAt }) => at <= time && (clearedAt === null || clearedAt >= time));

/** Keeps readings from coming at a deadline. */
const oddMs = fc.integer({ min: 0, max: 20 * MINUTE_MS }).map((half) => 2 * half + 1);
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: oddMs,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('read' as const), ms: fc.integer({ min: 6, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('away' as const),
      ms: fc.integer({ min: MINUTE_MS, max: 2 * HOUR_MS }),
    }),
  },
  ...GAPS,
);
const handling = handlingOf(200);

const streamOf = (happenings: { do: string; ms: number }[]): Stream => {
  const both = ['mqtt', 'udp'] as const;
  // A reading below the set point, which shows over which endpoint the device sends.
  const stream = new Stream(START).openOnly(...both).read({ current: [6, null, null, null] });
  for (const { do: what, ms } of happenings) {
    if (what === 'pass') stream.pass(ms);
    else if (what === 'read') stream.read({ current: [ms, null, null, null] });
    else if (what === 'away')
      stream
        .openOnly('udp')
        .pass(ms)
        .openOnly(...both)
        .pass(DECIDED_WITHIN_MS);
    // A clock remembers one gap: the time of a deadline is exact unless another gap comes before it is decided.
    else stream.leap(ms).pass(DECIDED_WITHIN_MS);
  }
  // Every deadline is decided then.
  return stream.pass(2 * DECIDED_WITHIN_MS);
};

const given = () => {
  const stored = new Stored();
  stored.devices.set('pump01', {});
  stored.alerts.set('periodic', aPeriodic(START));
  return stored;
};
const happenings = fc.array(happening, { minLength: 1, maxLength: 40 });
const without = (...left: string[]) =>
  fc.array(
    happening.filter(({ do: what }) => !left.includes(what)),
    { minLength: 1, maxLength: 40 },
  );

/** The firings early enough before the last message to be decided, by time. */
const decidedOf = (messages: Stream['messages'], fired: Interval[]): Interval[] =>
  fired
    .filter(({ at }) => at <= arrivalOf(messages.at(-1)!) - DECIDED_WITHIN_MS)
    .map(({ at, clearedAt }) => ({ at, clearedAt }))
    .toSorted((one, other) => one.at - other.at);
const decided = (stored: Stored, messages: Stream['messages']) =>
  decidedOf(messages, stored.entriesOf('periodic'));
const wanted = (messages: Stream['messages']) => decidedOf(messages, reference(messages));

describe('a Periodic alert, for any stream of readings, outages of all or of one endpoint, and clocks that are set', () => {
  it('fires and clears exactly as the reference', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, fc.integer({ min: 1, max: 100 }), async (all, settledAfter) => {
        const { messages } = streamOf(all);
        const stored = given();
        await hearAll({ stored, messages, passUntil: setClock }, settledAfter);
        expect(decided(stored, messages)).toEqual(wanted(messages));
      }),
      { numRuns: 300 },
    );
  });

  it('does so even if writes fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        without('back', 'ahead', 'outage'),
        fc.array(handling, { minLength: 1 }),
        async (all, handlings) => {
          const { messages } = streamOf(all);
          const stored = given();
          await hearWhereWritesFail({ stored, messages, handlings, passUntil: setClock });
          expect(decided(stored, messages)).toEqual(wanted(messages));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is never early, at most a minute late where processes are killed or replaced, 15 s more for each outage, and has one open entry', async () => {
    await fc.assert(
      fc.asyncProperty(
        without('back', 'ahead', 'away'),
        fc.array(fc.tuple(handling, ending), { minLength: 3 }),
        async (all, handlings) => {
          const { messages } = streamOf(all);
          const stored = given();
          await hearWhereProcessesEnd({ stored, messages, handlings, passUntil: setClock });
          const fired = stored.entriesOf('periodic');
          const whole = reference(messages);
          for (const { at } of fired)
            expect({ at, isTrue: isOpenAt(whole, at) }).toEqual({ at, isTrue: true });
          const end = messages.at(-1)!.heartbeatAt!;
          const heard = (instant: number) => heardUpTo(messages, instant);
          const late = lateAtMost(messages);
          for (const { at, clearedAt } of whole) {
            if (heard(clearedAt ?? end) - heard(at) <= late + DECIDED_WITHIN_MS) continue;
            const entry = fired.find((one) => one.at >= at && one.clearedAt === clearedAt);
            expect({ at, clearedAt, isThere: entry !== undefined }).toEqual({ at, clearedAt, isThere: true });
            expect(heard(entry!.at) - heard(at)).toBeLessThanOrEqual(late);
          }
          expect(fired.filter(({ clearedAt }) => clearedAt === null).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
