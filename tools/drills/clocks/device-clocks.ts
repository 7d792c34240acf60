import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@telemon/contracts/durations';
import { chance } from '../../simulate/random.ts';
import { judge, type Counts, type Form, type Tried } from '../drill.ts';
import { Fleet } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { storedReadings, type StoredDocument } from '../fleet/stored.ts';
import { Stream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { LatestWatch } from './latest-watch.ts';

/** `rate`: readings a second of each device. */
const SIZE = {
  long: { devicesPerClock: 3, lengthMs: 60_000, rate: 4 },
  short: { devicesPerClock: 1, lengthMs: 2_500, rate: 10 },
} as const;
const TIMES = 2;
const TEN_YEARS_MS = 10 * 365 * DAY_MS;
/** Largest distance of an accepted timestamp from the arrival: a clock in seconds truncates, and a busy machine is slow. */
const CLOSE_MS = 60_000;
/** Allowed lag of the latest values: a timestamp truncated to seconds is older than the preceding ones in milliseconds. */
const BEHIND_S = 2;

interface DeviceClock {
  /** The timestamp of reading `seq`, sent at `now`. */
  readonly says: (now: number, seq: number) => unknown;
  readonly isBelieved: boolean;
}

/** A clock that began at the epoch, one that is ahead, and the right time in several units; microseconds are not accepted. */
const CLOCKS: readonly DeviceClock[] = [
  { says: (_now, seq) => seq, isBelieved: false },
  { says: (now) => now + TEN_YEARS_MS, isBelieved: false },
  { says: (now) => Math.floor(now / 1_000), isBelieved: true },
  { says: (now) => now, isBelieved: true },
  { says: (now) => now * 1_000, isBelieved: false },
  { says: (now) => new Date(now).toISOString(), isBelieved: true },
];

/** Kinds of devices: one per clock, and one that changes its clock with each reading. */
const KINDS = CLOCKS.length + 1;

/**
 * Telemon replaces an implausible timestamp by the time of arrival, and marks the reading. Alerts follow the order of arrival, so
 * they are exact with any clock. Each reading is sent twice and must be stored once, even if its timestamp is implausible.
 */
export async function tryDeviceClocks(
  installation: DrillInstallation,
  form: Form,
  seed: number,
): Promise<Tried> {
  const { devicesPerClock, lengthMs, rate } = SIZE[form];
  const fleet = await Fleet.make(installation, KINDS * devicesPerClock);
  const clockOf = (device: number, seq: number): DeviceClock =>
    CLOCKS[device % KINDS] ?? CLOCKS[Math.floor(chance(seed + device, seq) * CLOCKS.length)]!;
  const watch = new LatestWatch(installation, fleet);
  const stream = await Stream.begin(installation, fleet, rate * fleet.devices.length, {
    clock: (device, seq) => clockOf(device, seq).says(Date.now(), seq),
    times: TIMES,
  });
  await delay(lengthMs);
  await stream.end();
  const outcome = await outcomeOf(installation, stream);
  const marks = await marksOf(installation, stream, clockOf);
  return judge(
    `device clocks of 1970, 10 years ahead, in s, ms, µs and ISO 8601, mixed; each reading ${TIMES} times`,
    { ...outcome, ...marks, ...(await watch.end(stream, BEHIND_S * rate)) },
    { ...EXACT, markedWrongly: 0, notMarked: 0, otherTime: 0, movedBack: 0, leftBehind: 0 },
  );
}

async function marksOf(
  installation: DrillInstallation,
  { sent }: Stream,
  clockOf: (device: number, seq: number) => DeviceClock,
): Promise<Counts> {
  const counts = { marked: 0, markedWrongly: 0, notMarked: 0, otherTime: 0 };
  for (const [number, { device }] of sent.entries()) {
    for (const reading of await storedReadings(installation, device.key)) {
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
