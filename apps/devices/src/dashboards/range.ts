import { LONGEST_RANGE_DAYS } from '@telemon/contracts/devices/dashboards';
import { midnightOf, startOfDay } from '@telemon/platform/calendar';
import type { Range } from '../stored-readings/read-options.ts';
import { dateUnreadable, rangeNotAllowed } from './dashboards.errors.ts';

const DAY_MS = 24 * 3_600_000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export interface AskedRange {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

const instantOf = (text: string): number => (INSTANT.test(text) ? Date.parse(text) : Number.NaN);

/** Midnight of a bare date; NaN where the calendar has no such day. */
const midnight = (zone: string, text: string): number => {
  const utc = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(utc) && new Date(utc).toISOString().startsWith(text);
  return isDay ? midnightOf(zone, text) : Number.NaN;
};

const endOfDay = (zone: string, instant: number) => startOfDay(zone, instant, 1) - 1;

/**
 * The requested range of a chart or a log, both ends included: instants, or whole days in the installation's time zone; today by
 * default. @throws if a date can't be read, or the range is longer than 30 days, ends before it begins or begins in the future.
 */
export const rangeOf = ({ fromDate, toDate }: AskedRange, now: number, zone: string): Range => {
  const to = toDate === undefined ? null : endOf(toDate, zone);
  const from = fromDate === undefined ? startOfDay(zone, to ?? now) : beginningOf(fromDate, zone);
  const range = { from, to: to ?? endOfDay(zone, Math.max(now, from)) };
  const refuse = (field: string, reason: string) =>
    rangeNotAllowed({ field, reason }, { fields: { [field]: reason } });
  if (range.from > now) {
    throw fromDate === undefined
      ? refuse('toDate', 'The day lies in the future')
      : refuse('fromDate', 'The start lies in the future');
  }
  if (range.to < range.from) throw refuse('toDate', 'The end lies before the start');
  if (range.to > longestEnd(range.from, zone)) {
    throw refuse('toDate', `The range is longer than ${LONGEST_RANGE_DAYS} days`);
  }
  return range;
};

/** A range from midnight may end at any time of the day 30 days later, because people pick dates. */
const longestEnd = (from: number, zone: string): number =>
  from === startOfDay(zone, from)
    ? endOfDay(zone, startOfDay(zone, from, LONGEST_RANGE_DAYS))
    : from + LONGEST_RANGE_DAYS * DAY_MS;

const beginningOf = (text: string, zone: string): number => {
  const from = BARE_DATE.test(text) ? midnight(zone, text) : instantOf(text);
  if (Number.isNaN(from)) throw dateUnreadable({ field: 'fromDate' }, { fields: { fromDate: 'Not a date' } });
  return from;
};

const endOf = (text: string, zone: string): number => {
  const to = BARE_DATE.test(text) ? endOfDay(zone, midnight(zone, text)) : instantOf(text);
  if (Number.isNaN(to)) throw dateUnreadable({ field: 'toDate' }, { fields: { toDate: 'Not a date' } });
  return to;
};
