import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Tried } from '../drill.ts';
import { SET_POINT, valueOf } from '../fleet/crossings.ts';
import { Fleet, type DrilledDevice } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { Stream } from '../fleet/stream.ts';
import type { Ground } from '../ground/ground.ts';
import { compareWithClean, SAME, type Expected } from './comparison.ts';
import { sendAll, type Plan } from './planned.ts';

const READINGS = 96;
const EVERY_MS = 15 * 60_000;
/** The newest reading is so old, ms: not late, as the one before it is. */
const NEWEST_MS = 60_000;
/** So that of one device the newest reading is above its set point, and of the next one below. */
const FIRST_SEQS = [0, 10];
/** The clean run takes its time. */
const CLEAN_EVERY_MS = 10;
const BESIDE = { devices: 10, rate: 100 };
/** How long these send before the backlog comes, ms. */
const BEFORE_MS = 2_000;

/**
 * Devices that were cut off for 24 hours send all that they measured meanwhile. A reading that is over fifteen minutes late
 * starts no alert, so of each device the newest alone may: there is an entry where that one is above the set point, and
 * no other.
 */
export async function tryBacklog(ground: Ground, count: number): Promise<Tried[]> {
  const clean = await Fleet.make(ground, FIRST_SEQS.length);
  const fleet = await Fleet.make(ground, count);
  const beside = await Fleet.make(ground, BESIDE.devices);
  const newest = Date.now() - NEWEST_MS;
  await sendAll(
    ground,
    clean.devices.map(({ login }, number) => planOf(login, readingsOf(number, newest), CLEAN_EVERY_MS)),
  );
  const stream = await Stream.begin(ground, beside, BESIDE.rate);
  await delay(BEFORE_MS);
  const from = performance.now();
  await sendAll(
    ground,
    // An array, or a message for each.
    fleet.devices.map(({ login }, number) => {
      const readings = readingsOf(number, newest);
      return planOf(login, number % 4 < 2 ? [readings] : readings);
    }),
  );
  const acknowledgedMs = Math.round(performance.now() - from);
  const told = await compareWithClean(ground, fleet, fleet.devices.map(expectedOf(clean)));
  await stream.end();
  return [
    judge(
      `${READINGS} readings of the last 24 hours of each of ${count} devices at once`,
      { ...told, acknowledgedMs },
      SAME,
    ),
    judge(
      `${BESIDE.devices} devices at ${BESIDE.rate} readings a second beside them`,
      await outcomeOf(ground, stream),
      EXACT,
    ),
  ];
}

const seqsOf = (number: number): number[] => {
  const first = FIRST_SEQS[number % FIRST_SEQS.length]!;
  return Array.from({ length: READINGS }, (_, index) => first + index);
};

const readingsOf = (number: number, newest: number): object[] =>
  seqsOf(number).map((seq, index) => ({
    TC1: valueOf(seq),
    TC2: seq,
    BATTERY: 3 + (seq % 10) / 10,
    seq,
    timestamp: newest - (READINGS - 1 - index) * EVERY_MS,
  }));

const planOf = (login: Plan['login'], payloads: readonly unknown[], everyMs = 0): Plan => ({
  login,
  messages: payloads.map((payload, index) => ({ atMs: index * everyMs, payload })),
});

const expectedOf =
  (clean: Fleet) =>
  (device: DrilledDevice, number: number): Expected => {
    const seqs = seqsOf(number);
    const isAbove = valueOf(seqs.at(-1)!) > SET_POINT;
    return {
      device,
      first: 0,
      seqs,
      crossings: isAbove ? [seqs.at(-1)!] : [],
      clean: clean.devices[number % FIRST_SEQS.length]!,
    };
  };
