import { LONGEST_RANGE_DAYS } from '@telemon/contracts/devices/dashboards';
import { DAY_MS, MINUTE_MS, daysBetween, endOfDay, isoDay, startOfDay } from '../texts/time.ts';

/** From a local calendar day to another, `yyyy-MM-dd`, both whole. */
export interface Range {
  /** Of a rolling range, an instant. */
  from: string;
  to: string;
  /** Of a range that moves on with the time, which one it is. */
  last?: Rolling;
}

const ROLLING = {
  '1h': { length: 60 * MINUTE_MS, step: MINUTE_MS },
  '6h': { length: 6 * 60 * MINUTE_MS, step: 5 * MINUTE_MS },
  '24h': { length: DAY_MS, step: 15 * MINUTE_MS },
};
export type Rolling = keyof typeof ROLLING;

const DAYS_OF = { today: 1, '7d': 7, '30d': 30 };

export const QUICK_RANGES = ['1h', '6h', '24h', 'today', '7d', '30d'] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

const isRolling = (quick: string | null): quick is Rolling => quick !== null && quick in ROLLING;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | null): text is string =>
  text !== null && ISO_DAY.test(text) && !Number.isNaN(startOfDay(text));

/** The last so many days, today among them; or the last hours, which move on in steps. */
export const quickRange = (quick: QuickRange, now: number): Range => {
  if (isRolling(quick)) {
    const { length, step } = ROLLING[quick];
    const from = new Date(Math.floor((now - length) / step) * step).toISOString();
    return { from, to: isoDay(now), last: quick };
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

/** Names a range, the same while it moves on. */
export const keyOf = ({ from, to, last }: Range): string => last ?? `${from} ${to}`;

/** Its first instant. */
export const beginOf = ({ from, last }: Range): number => (last ? Date.parse(from) : startOfDay(from));

/** What the documents forbid: the end before the start, more than 30 days, the future. */
export const faultOf = (
  { from, to }: Range,
  now: number,
): 'order' | 'future' | 'tooLong' | 'unreadable' | null => {
  if (!isDay(from) || !isDay(to)) return 'unreadable';
  const days = daysBetween(from, to);
  if (days < 0) return 'order';
  if (daysBetween(isoDay(now), to) > 0) return 'future';
  return days > LONGEST_RANGE_DAYS ? 'tooLong' : null;
};

/** The range in the address; today where there is none or it is at fault. */
export const readRange = (search: URLSearchParams, now: number): Range => {
  const last = search.get('last');
  if (isRolling(last)) return quickRange(last, now);
  const range = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return faultOf(range, now) === null ? range : quickRange('today', now);
};

/** Whether new readings fall into it. */
export const includesNow = ({ to }: Range, now: number): boolean => to === isoDay(now);

/** How finely the time axis moves on, so that it stands still while values arrive. */
const stepOf = (length: number) =>
  length <= DAY_MS ? 15 * 60_000 : length <= 7 * DAY_MS ? 3_600_000 : 6 * 3_600_000;

/** The time axis: from the first instant to the last, or to the next step beyond now. */
export const axisOf = (range: Range, now: number): [number, number] => {
  const start = beginOf(range);
  if (range.last) return [start, start + ROLLING[range.last].length + ROLLING[range.last].step];
  const end = endOfDay(range.to);
  if (now >= end) return [start, end];
  const step = stepOf(end - start);
  return [start, Math.min(end, Math.ceil((now + step / 4) / step) * step)];
};
