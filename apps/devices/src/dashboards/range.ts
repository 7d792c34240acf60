import { LONGEST_RANGE_DAYS } from '@telemon/contracts/devices/dashboards';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { midnightOf, offsetOf, startOfDay } from '@telemon/platform/calendar';
import type { Range } from '../stored-readings/read-options.ts';
import { dateUnreadable, rangeNotAllowed } from './dashboards.errors.ts';

/** No time zone puts its clocks back by more. */
const MOST_PUT_BACK_MS = 2 * HOUR_MS;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The limits of a range. */
export interface RangeLimits {
  readonly longestDays: number;
  /** Whether it may end after today. */
  readonly mayEndLater: boolean;
}
const OF_CHARTS: RangeLimits = { longestDays: LONGEST_RANGE_DAYS, mayEndLater: true };

export interface AskedRange {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** One end of a range. */
interface End {
  instant: number;
  /** The date and time on the clock of the user who asks, as the UTC instant with the same date and time. */
  wall: number;
}

/** An instant on the installation's clock. */
const shownIn = (zone: string, instant: number): End => ({
  instant,
  wall: instant + offsetOf(zone, instant),
});

/** An instant with its date and time as written. UTC says nothing about the user's clock, so the installation's counts. */
const endAsWritten = (text: string, zone: string): End => {
  const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) return { instant, wall: Number.NaN };
  return text.endsWith('Z')
    ? shownIn(zone, instant)
    : { instant, wall: Date.parse(`${text.slice(0, -'+00:00'.length)}Z`) };
};

/** Midnight of a bare date; NaN where the calendar has no such day. */
const midnight = (zone: string, text: string): End => {
  const wall = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(text);
  return { instant: isDay ? midnightOf(zone, text) : Number.NaN, wall };
};

const endOfDay = (zone: string, instant: number) => startOfDay(zone, instant, 1) - 1;

/**
 * The requested range of a chart, a log or a report, both ends included: instants, or whole days in the installation's time zone;
 * today by default. @throws if a date can't be read, or the range is too long, ends before it begins, begins in the future, or
 * ends on a later day than today where it must not.
 */
export const rangeOf = (
  { fromDate, toDate }: AskedRange,
  now: number,
  zone: string,
  { longestDays, mayEndLater }: RangeLimits = OF_CHARTS,
): Range => {
  const asked = toDate === undefined ? null : endOf(toDate, zone);
  const from =
    fromDate === undefined
      ? shownIn(zone, startOfDay(zone, asked?.instant ?? now))
      : beginningOf(fromDate, zone);
  const to = asked ?? shownIn(zone, endOfDay(zone, Math.max(now, from.instant)));
  const refuse = (field: string, reason: string) =>
    rangeNotAllowed({ field, reason }, { fields: { [field]: reason } });
  if (from.instant > now) {
    throw fromDate === undefined
      ? refuse('toDate', 'The day lies in the future')
      : refuse('fromDate', 'The start lies in the future');
  }
  if (to.instant < from.instant) throw refuse('toDate', 'The end lies before the start');
  if (!mayEndLater && isLaterDay(to, now)) throw refuse('toDate', 'The end lies in the future');
  if (isTooLong(from, to, longestDays))
    throw refuse('toDate', `The range is longer than ${longestDays} days`);
  return { from: from.instant, to: to.instant };
};

/** A range from midnight may end at any time of the day so many days later, because people pick dates. */
const isTooLong = (from: End, to: End, longestDays: number): boolean => {
  const longest = longestDays * DAY_MS;
  const length = to.instant - from.instant;
  if (length <= longest) return false;
  const isFromMidnight = from.wall % DAY_MS === 0;
  return !isFromMidnight || Math.max(to.wall - from.wall, length - MOST_PUT_BACK_MS) >= longest + DAY_MS;
};

/** Whether an end falls on a later day than now, on the clock that it is written in. */
const isLaterDay = ({ instant, wall }: End, now: number): boolean =>
  Math.floor(wall / DAY_MS) > Math.floor((now + wall - instant) / DAY_MS);

const beginningOf = (text: string, zone: string): End => {
  const from = BARE_DATE.test(text) ? midnight(zone, text) : endAsWritten(text, zone);
  if (Number.isNaN(from.instant))
    throw dateUnreadable({ field: 'fromDate' }, { fields: { fromDate: 'Not a date' } });
  return from;
};

const endOf = (text: string, zone: string): End => {
  const to = BARE_DATE.test(text) ? lastOf(midnight(zone, text), zone) : endAsWritten(text, zone);
  if (Number.isNaN(to.instant))
    throw dateUnreadable({ field: 'toDate' }, { fields: { toDate: 'Not a date' } });
  return to;
};

/** The last instant of the day that begins at a midnight. */
const lastOf = ({ instant, wall }: End, zone: string): End => ({
  instant: Number.isNaN(instant) ? instant : endOfDay(zone, instant),
  wall: wall + DAY_MS - 1,
});
