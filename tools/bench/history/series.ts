import { MINUTE_MS } from '@telemon/contracts/durations';

/** The readings of the history: each device sends three values a minute, rounded to hundredths. */

const CHANNELS = 3;

/** For each channel: its mean, its swing within a day, and the noise of its sensor. */
const SHAPES = [
  { mean: 20, swing: 4, noise: 0.3 },
  { mean: 55, swing: 12, noise: 1.5 },
  { mean: 4, swing: 0.8, noise: 0.1 },
] as const;

export interface HistoryReading {
  readonly timestamp: number;
  readonly receivedAt: number;
  readonly values: readonly number[];
  /** Distinguishes it from others of its time. */
  readonly mark: number;
}

/** A number from 0 to 1 that looks random, the same in every run. */
const noiseOf = (one: number, other: number): number => {
  let hash = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

/** The time of a device's reading in a minute: always in the same second, with some milliseconds of jitter. */
const timestampOf = (device: number, minute: number): number =>
  minute * MINUTE_MS + ((device * 617) % 59) * 1_000 + Math.floor(noiseOf(device, minute) * 40);

/** @param minute Of the epoch. */
export const readingOf = (device: number, minute: number): HistoryReading => {
  const timestamp = timestampOf(device, minute);
  const day = (2 * Math.PI * minute) / 1_440 + device;
  const values = SHAPES.map(({ mean, swing, noise }, channel) => {
    const random = noiseOf(device * CHANNELS + channel, minute) - 0.5;
    return Math.round((mean + swing * Math.sin(day + channel) + noise * random) * 100) / 100;
  });
  return {
    timestamp,
    receivedAt: timestamp + 8 + Math.floor(noiseOf(minute, device) * 30),
    values,
    // The mark of a reading without `seq`: a fingerprint of 48 bits, the first of them 1.
    mark: 2 ** 47 + Math.floor(noiseOf(device + 1_000_003, minute) * 2 ** 47),
  };
};

/** The readings of a device from an instant to before another, both at the begin of a minute, oldest first. */
export const readingsOf = (device: number, from: number, to: number): HistoryReading[] =>
  Array.from({ length: (to - from) / MINUTE_MS }, (_, minute) =>
    readingOf(device, from / MINUTE_MS + minute),
  );

/** Count, sum and extremes of one channel. */
interface Sums {
  readonly count: number;
  readonly average: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A plain computation of the sums of a device's first channel. */
export const sumsOf = (device: number, from: number, to: number): Sums => {
  let [sum, minimum, maximum] = [0, Infinity, -Infinity];
  const readings = readingsOf(device, from, to);
  for (const { values } of readings) {
    sum += values[0]!;
    minimum = Math.min(minimum, values[0]!);
    maximum = Math.max(maximum, values[0]!);
  }
  return { count: readings.length, average: sum / readings.length, minimum, maximum };
};
