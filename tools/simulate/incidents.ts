import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { chance } from './random.ts';

/** One in this many days has an incident. */
const DAYS_PER_INCIDENT = 8;

/** In the live fleet: time from its first reading to the first incident. */
export const FIRST_AFTER_MS = 25_000;
/** Time between the beginnings of two incidents; the devices take turns. */
export const EVERY_MS = 5 * MINUTE_MS;
/** Duration of each incident. */
export const LASTS_MS = 150_000;

/** 0 to 1: rises during the first `ramp`, falls during the last `ramp` of `length`. */
const trapezoid = (inside: number, length: number, ramp: number) =>
  Math.max(0, Math.min(1, inside / ramp, (length - inside) / ramp));

/** Severity (0 to 1) of random incidents, which last half an hour to two hours. */
const byChance = (seed: number, time: number): number => {
  const day = Math.floor(time / DAY_MS);
  if (chance(seed, day) * DAYS_PER_INCIDENT >= 1) return 0;
  const length = (30 + 90 * chance(seed + 1, day)) * MINUTE_MS;
  const begins = day * DAY_MS + chance(seed + 2, day) * (DAY_MS - 3 * HOUR_MS);
  return trapezoid(time - begins, length, 12 * MINUTE_MS);
};

/** A device's place in the turns: the `index`-th of `count` devices, in a fleet that sends since `liveFrom`. */
interface Turn {
  liveFrom: number;
  index: number;
  count: number;
}

/** Severity (0 to 1) of the incidents by turns. */
const byTurn = ({ liveFrom, index, count }: Turn, time: number): number => {
  const since = time - liveFrom - FIRST_AFTER_MS;
  const turn = Math.floor(since / EVERY_MS);
  return turn < 0 || turn % count !== index ? 0 : trapezoid(since - turn * EVERY_MS, LASTS_MS, 20_000);
};

/** Severity (0 to 1) of a device's incident at an instant. */
export const severity = (seed: number, time: number, turn: Turn | null): number =>
  Math.max(byChance(seed, time), turn === null ? 0 : byTurn(turn, time));
