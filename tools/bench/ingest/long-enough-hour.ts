import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Problem } from '../../servers/problem.ts';
import type { BenchOptions } from './options.ts';

/** The most that a step takes beside its length: the last readings, a wait for lost ones, the pause behind it. */
const STEP_MS = 15_000;
/** The time of everything beside the steps: idle, warm-up, storm, exactness. */
const REST_MS = 10 * MINUTE_MS;

/** How long a side takes at most, ms. */
const longest = ({ rates, batchRates, profile, seconds }: BenchOptions): number => {
  const steps = rates.length + batchRates.length + 1 + (profile === null ? 0 : 1);
  return steps * (seconds * 1_000 + STEP_MS) + REST_MS;
};

/**
 * When to begin a side whose readings of past hours are sealed, so that none is before the side is measured: a sealed reading
 * leaves the collection in which the benchmark counts and looks for it. Now, or at the next hour.
 * @throws Problem if no hour is long enough
 */
export function beginsAt(
  now: number,
  sealedFrom: (instant: number) => number,
  options: BenchOptions,
): number {
  const fits = (from: number) => from + longest(options) <= sealedFrom(from);
  if (fits(now)) return now;
  const nextHour = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  if (fits(nextHour)) return nextHour;
  throw new Problem('Past hours would be sealed meanwhile: choose fewer --rates, or shorter --seconds');
}
