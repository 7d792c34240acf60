import { LONGEST_RANGE_DAYS } from '@telemon/contracts/devices/dashboards';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { NEWEST_TIMESTAMP_MS } from '@telemon/contracts/readings';
import { daysBetween, endOfDay, isoDay, isoEndOfDay, isoStartOfDay, startOfDay } from '../texts/time.ts';

/**
 * From a local calendar day to another, `yyyy-MM-dd`, both whole; or from an ISO instant to another, both included: the last hours,
 * and the days of another time zone that a link names.
 */
export interface Range {
  from: string;
  to: string;
  /** Set for a rolling range. */
  last?: Rolling;
}

const ROLLING = {
  '1h': { length: HOUR_MS, step: MINUTE_MS },
  '6h': { length: 6 * HOUR_MS, step: 5 * MINUTE_MS },
  '24h': { length: DAY_MS, step: 15 * MINUTE_MS },
};
type Rolling = keyof typeof ROLLING;

const DAYS_OF = { today: 1, '7d': 7, '30d': 30 };

export const QUICK_RANGES = ['1h', '6h', '24h', 'today', '7d', '30d'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

const isRolling = (quick: string | null): quick is Rolling => quick !== null && quick in ROLLING;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;
const isDay = (text: string): boolean => ISO_DAY.test(text) && isoDay(startOfDay(text)) === text;

/**
 * The last so many days, today among them; or the last hours, which move on in steps. Readings of a device whose clock is ahead belong
 * to the last hours, too.
 */
export const quickRange = (quick: QuickRange, now: number): Range => {
  if (isRolling(quick)) {
    const { length, step } = ROLLING[quick];
    const from = Math.floor((now - length) / step) * step;
    const to = from + length + step + NEWEST_TIMESTAMP_MS;
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), last: quick };
  }
  const first = new Date(now);
  first.setDate(first.getDate() - (DAYS_OF[quick] - 1));
  return { from: isoDay(first), to: isoDay(now) };
};

export const quickRangeOf = (range: Range, now: number): QuickRange | null =>
  range.last ??
  QUICK_RANGES.find((quick) => {
    const { from, to } = quickRange(quick, now);
    return range.from === from && range.to === to;
  }) ??
  null;

/** The key of a range; constant for a rolling one. */
export const keyOf = ({ from, to, last }: Range): string => last ?? `${from} ${to}`;

/** Whether a range has days, not instants. */
export const isOfDays = ({ from, to }: Range): boolean => isDay(from) && isDay(to);

/** The first and the last instant of a range. */
export const endsOf = (range: Range): [number, number] => {
  const { from, to } = range;
  return isOfDays(range) ? [startOfDay(from), endOfDay(to)] : [Date.parse(from), Date.parse(to)];
};

/** The local days of a range, up to today. */
export const daysOf = (range: Range, now: number): Range => {
  const [begin, end] = endsOf(range);
  return { from: isoDay(begin), to: isoDay(Math.min(end, now)) };
};

/** The dates of requests: instants, because the installation may be in another time zone. */
export const askedOfRange = (range: Range) => {
  const { from, to } = range;
  const ofDays = isOfDays(range);
  return { fromDate: ofDays ? isoStartOfDay(from) : from, toDate: ofDays ? isoEndOfDay(to) : to };
};

/** The documented faults: the end before the start, more than 30 days (or another number), the future. */
export const faultOf = (
  { from, to }: Range,
  now: number,
  longestDays = LONGEST_RANGE_DAYS,
): 'order' | 'future' | 'tooLong' | 'unreadable' | null => {
  if (!isOfDays({ from, to })) return 'unreadable';
  const days = daysBetween(from, to);
  if (days < 0) return 'order';
  if (daysBetween(isoDay(now), to) > 0) return 'future';
  return days > longestDays ? 'tooLong' : null;
};

/** The range between the dates of an address or a request; instants at the bounds of local days become these days. */
export const rangeBetween = (from: string, to: string): Range => {
  const [begin, end] = endsOf({ from, to });
  const days = { from: isoDay(begin), to: isoDay(end) };
  const [beginOfDays, endOfDays] = endsOf(days);
  return begin === beginOfDays && end === endOfDays ? days : { from, to };
};

/** Whether both instants are valid and the range has begun. The server refuses a range that is too long. */
const canBeAsked = (range: Range, now: number): boolean => {
  const [begin, end] = endsOf(range);
  return ISO_INSTANT.test(range.from) && ISO_INSTANT.test(range.to) && begin <= now && begin <= end;
};

/** The range in the address; today if it is missing or invalid. */
export const readRange = (search: URLSearchParams, now: number): Range => {
  const last = search.get('last');
  if (isRolling(last)) return quickRange(last, now);
  const range = rangeBetween(search.get('from') ?? '', search.get('to') ?? '');
  return faultOf(range, now) === null || canBeAsked(range, now) ? range : quickRange('today', now);
};

/** Whether new readings fall into it. */
export const includesNow = (range: Range, now: number): boolean => endsOf(range)[1] >= now;

/** The step by which the time axis moves, so that it stands still while values arrive. */
const stepOf = (length: number) =>
  length <= DAY_MS ? 15 * MINUTE_MS : length <= 7 * DAY_MS ? HOUR_MS : 6 * HOUR_MS;

/** The time axis: from the first instant to the last, or to the next step beyond now. */
export const axisOf = (range: Range, now: number): [number, number] => {
  const [start, end] = endsOf(range);
  if (range.last) return [start, start + ROLLING[range.last].length + ROLLING[range.last].step];
  if (now >= end) return [start, end];
  const step = stepOf(end - start);
  return [start, Math.min(end, Math.ceil((now + step / 4) / step) * step)];
};
