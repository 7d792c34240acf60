import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { DemoDevice } from './fleet.ts';
import { chance, seedOf } from './random.ts';
import { type WireReading, readingOf } from './readings.ts';

const HISTORY_MS = 30 * DAY_MS;
/** Time between two readings of the history. */
export const STEP_MS = 10 * MINUTE_MS;
/** Readings in one message, as from a device that was offline for long. */
export const READINGS_OF_MESSAGE = 480;

/** One in this many days has a gap of one to five hours. */
const DAYS_PER_GAP = 9;

const isInGap = (seed: number, time: number): boolean => {
  const day = Math.floor(time / DAY_MS);
  if (chance(seed, day) * DAYS_PER_GAP >= 1) return false;
  const begins = day * DAY_MS + chance(seed + 1, day) * (DAY_MS - 5 * HOUR_MS);
  const length = HOUR_MS * (1 + 4 * chance(seed + 2, day));
  return time >= begins && time < begins + length;
};

interface HistoryMessage {
  readings: WireReading[];
  /** All readings up to this time are in this message or an earlier one. */
  upTo: number;
}

/** A device's readings of the 30 days before `end` that are newer than `sentUpTo`, oldest first. */
export function* historyOf(device: DemoDevice, end: number, sentUpTo = 0): Generator<HistoryMessage> {
  const seed = seedOf(`gaps of ${device.deviceName}`);
  let readings: WireReading[] = [];
  for (let time = end - HISTORY_MS + STEP_MS; time <= end; time += STEP_MS) {
    if (time > sentUpTo && !isInGap(seed, time))
      readings.push(readingOf(device, { time, sinceMs: STEP_MS, liveFrom: null }));
    if (readings.length === READINGS_OF_MESSAGE || (time === end && readings.length > 0)) {
      yield { readings, upTo: time };
      readings = [];
    }
  }
}
