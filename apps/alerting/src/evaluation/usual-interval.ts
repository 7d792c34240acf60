/** How often a device usually sends, learned from the heard times between its readings. */
export interface UsualInterval {
  /** Null while it is unknown. */
  ms: number | null;
  /** The last long silence, and how many in a row were about as long: after several, that is the device's usual interval. */
  longMs: number | null;
  longTimes: number;
}

export const UNKNOWN_INTERVAL: UsualInterval = { ms: null, longMs: null, longTimes: 0 };

/** After this many silences of about the same length, their length is the device's usual interval. */
const LONG_TIMES = 3;
const ALIKE = 1.5;
/** How many usual intervals the average remembers. */
const REMEMBERS = 4;
/** A time between readings counts at most as so many usual intervals, so that one outage of the device changes little. */
const COUNTS_AT_MOST = 2;

/**
 * The interval after one more time between two readings. A time counts by its length: a device that sends ten readings every hour
 * has an interval of an hour. One silence teaches nothing.
 */
export const intervalAfter = (
  { ms, longMs, longTimes }: UsualInterval,
  gapMs: number,
  wasSilent: boolean,
): UsualInterval => {
  if (wasSilent) {
    const isAlike = longMs !== null && gapMs <= longMs * ALIKE && longMs <= gapMs * ALIKE;
    const times = isAlike ? longTimes + 1 : 1;
    return times < LONG_TIMES
      ? { ms, longMs: gapMs, longTimes: times }
      : { ms: gapMs, longMs: null, longTimes: 0 };
  }
  if (ms === null) return { ms: gapMs, longMs, longTimes };
  const counted = Math.min(gapMs, ms * COUNTS_AT_MOST);
  const weight = counted / (counted + ms * REMEMBERS);
  return { ms: ms + (counted - ms) * weight, longMs, longTimes };
};
