import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { judge, type Tried } from '../drill.ts';
import { SET_POINT, valueOf } from '../fleet/crossings.ts';
import { Fleet, type DrilledDevice } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { Stream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { compareWithClean, SAME, type Expected } from './comparison.ts';
import { sendAll, type Schedule } from './planned.ts';

const READINGS = 96;
const EVERY_MS = 15 * MINUTE_MS;
/** Age of the newest reading, which is not late; the one before it is. */
const NEWEST_MS = 60_000;
/** First numbers of alternate devices: the newest reading of one is above its set point, that of the next is below. */
const FIRST_SEQS = [0, 10];
/** Time between two readings of the clean run. */
const CLEAN_EVERY_MS = 10;
const BESIDE = { devices: 10, rate: 100 };
/** Time for which these devices send before the backlog. */
const BEFORE_MS = 2_000;

/**
 * Devices that were offline for 24 hours send their backlog. A reading that is over fifteen minutes late starts no alert, so a
 * device has one alert-log entry if its newest reading is above the set point, and none otherwise.
 */
export async function tryBacklog(installation: DrillInstallation, count: number): Promise<Tried[]> {
  const clean = await Fleet.make(installation, FIRST_SEQS.length);
  const fleet = await Fleet.make(installation, count);
  const beside = await Fleet.make(installation, BESIDE.devices);
  const newest = Date.now() - NEWEST_MS;
  await sendAll(
    installation,
    clean.devices.map(({ login }, number) => scheduleOf(login, readingsOf(number, newest), CLEAN_EVERY_MS)),
  );
  const stream = await Stream.begin(installation, beside, BESIDE.rate);
  await delay(BEFORE_MS);
  const from = performance.now();
  await sendAll(
    installation,
    // As one array, or as one message per reading.
    fleet.devices.map(({ login }, number) => {
      const readings = readingsOf(number, newest);
      return scheduleOf(login, number % 4 < 2 ? [readings] : readings);
    }),
  );
  const acknowledgedMs = Math.round(performance.now() - from);
  const differences = await compareWithClean(installation, fleet, fleet.devices.map(expectedOf(clean)));
  await stream.end();
  return [
    judge(
      `${READINGS} readings of the last 24 hours of each of ${count} devices at once`,
      { ...differences, acknowledgedMs },
      SAME,
    ),
    judge(
      `${BESIDE.devices} devices at ${BESIDE.rate} readings a second beside them`,
      await outcomeOf(installation, stream),
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

const scheduleOf = (login: Schedule['login'], payloads: readonly unknown[], everyMs = 0): Schedule => ({
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
