import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../../simulate/random.ts';
import { judge, type Counts, type Form, type Tried } from '../drill.ts';
import { Fleet } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { storedReadings, type StoredDocument } from '../fleet/stored.ts';
import { Stream } from '../fleet/stream.ts';
import type { Ground } from '../ground/ground.ts';
import { LatestWatch } from './latest-watch.ts';

/** `rate`: readings a second of each device. */
const SIZE = {
  long: { devicesPerClock: 3, lengthMs: 60_000, rate: 4 },
  short: { devicesPerClock: 1, lengthMs: 2_500, rate: 10 },
} as const;
const TIMES = 2;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;
/** A believed time is so close to the arrival, ms: seconds are cut off, and the machine is busy. */
const CLOSE_MS = 60_000;
/** The latest values may be so far behind, s: a time in seconds is that much older than the same in milliseconds. */
const BEHIND_S = 2;

interface DeviceClock {
  /** What it says at this moment. */
  readonly says: (now: number, seq: number) => unknown;
  readonly isBelieved: boolean;
}

/** A clock that began at the epoch, one that is ahead, and every way to write the right time; microseconds are not one. */
const CLOCKS: readonly DeviceClock[] = [
  { says: (_now, seq) => seq, isBelieved: false },
  { says: (now) => now + TEN_YEARS_MS, isBelieved: false },
  { says: (now) => Math.floor(now / 1_000), isBelieved: true },
  { says: (now) => now, isBelieved: true },
  { says: (now) => now * 1_000, isBelieved: false },
  { says: (now) => new Date(now).toISOString(), isBelieved: true },
];

/** Devices of each clock, and as many whose clock is another with each reading. */
const KINDS = CLOCKS.length + 1;

/**
 * A clock that can't be believed is replaced by the arrival of the reading, which is marked; so alerts, which go by arrivals, are
 * exact with any clock. Each reading comes twice, and is the same reading though its own time says nothing.
 */
export async function tryDeviceClocks(ground: Ground, form: Form, seed: number): Promise<Tried> {
  const { devicesPerClock, lengthMs, rate } = SIZE[form];
  const fleet = await Fleet.make(ground, KINDS * devicesPerClock);
  const clockOf = (device: number, seq: number): DeviceClock =>
    CLOCKS[device % KINDS] ?? CLOCKS[Math.floor(chance(seed + device, seq) * CLOCKS.length)]!;
  const watch = new LatestWatch(ground, fleet);
  const stream = await Stream.begin(ground, fleet, rate * fleet.devices.length, {
    clock: (device, seq) => clockOf(device, seq).says(Date.now(), seq),
    times: TIMES,
  });
  await delay(lengthMs);
  await stream.end();
  const outcome = await outcomeOf(ground, stream);
  const marks = await marksOf(ground, stream, clockOf);
  return judge(
    `device clocks of 1970, 10 years ahead, in s, ms, µs and ISO 8601, mixed; each reading ${TIMES} times`,
    { ...outcome, ...marks, ...(await watch.end(stream, BEHIND_S * rate)) },
    { ...EXACT, markedWrongly: 0, notMarked: 0, otherTime: 0, movedBack: 0, leftBehind: 0 },
  );
}

async function marksOf(
  ground: Ground,
  { sent }: Stream,
  clockOf: (device: number, seq: number) => DeviceClock,
): Promise<Counts> {
  const counts = { marked: 0, markedWrongly: 0, notMarked: 0, otherTime: 0 };
  for (const [number, { device }] of sent.entries()) {
    for (const reading of await storedReadings(ground, device.key)) {
      const { isBelieved } = clockOf(number, seqOfStored(reading));
      const isMarked = reading.x === true;
      const fromArrival = Math.abs(reading.r ?? 0);
      if (isMarked) counts.marked += 1;
      if (isMarked && isBelieved) counts.markedWrongly += 1;
      if (!isMarked && !isBelieved) counts.notMarked += 1;
      if (fromArrival > (isBelieved ? CLOSE_MS : 0)) counts.otherTime += 1;
    }
  }
  return counts;
}

const seqOfStored = ({ c2 }: StoredDocument): number => c2;
