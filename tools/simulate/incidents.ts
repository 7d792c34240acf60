import { chance } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One day in so many has an incident. */
const DAYS_PER_INCIDENT = 8;

/** While a person looks: the first one begins so long after the fleet begins to send … */
export const FIRST_AFTER_MS = 25_000;
/** … the next ones at this distance, one device after the other … */
export const EVERY_MS = 5 * MINUTE;
/** … and each lasts so long. */
export const LASTS_MS = 150_000;

/** 0 to 1: up within `ramp`, down again within `ramp` before `length`. */
const trapezoid = (inside: number, length: number, ramp: number) =>
  Math.max(0, Math.min(1, inside / ramp, (length - inside) / ramp));

/** How far (0 to 1) something is wrong by chance at an instant: an hour or so, now and then. */
const byChance = (seed: number, time: number): number => {
  const day = Math.floor(time / DAY);
  if (chance(seed, day) * DAYS_PER_INCIDENT >= 1) return 0;
  const length = (30 + 90 * chance(seed + 1, day)) * MINUTE;
  const begins = day * DAY + chance(seed + 2, day) * (DAY - 3 * HOUR);
  return trapezoid(time - begins, length, 12 * MINUTE);
};

/** Whose turn it is: the `index`-th of `count` devices, since the fleet began to send at `liveFrom`. */
interface Turn {
  liveFrom: number;
  index: number;
  count: number;
}

/** How far something is wrong because it is this device's turn. */
const byTurn = ({ liveFrom, index, count }: Turn, time: number): number => {
  const since = time - liveFrom - FIRST_AFTER_MS;
  const turn = Math.floor(since / EVERY_MS);
  return turn < 0 || turn % count !== index ? 0 : trapezoid(since - turn * EVERY_MS, LASTS_MS, 20_000);
};

/** How far (0 to 1) a device's incident has got at an instant. */
export const severity = (seed: number, time: number, turn: Turn | null): number =>
  Math.max(byChance(seed, time), turn === null ? 0 : byTurn(turn, time));
