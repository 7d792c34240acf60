import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import type { AutoReport } from '@telemon/contracts/reporting/auto-reports';
import { instantOf, offsetOf } from '@telemon/platform/calendar';

export type Schedule = Pick<AutoReport, 'frequency' | 'day' | 'hour'>;

/** 1 January 1970 was a Thursday: the fourth day of its week. */
const WEEKDAY_OF_FIRST = 3;

/** The number of the calendar day of an instant, from that of 1 January 1970. */
const dayAt = (zone: string, instant: number): number =>
  Math.floor((instant + offsetOf(zone, instant)) / DAY_MS);

const isPlanned = ({ frequency, day }: Schedule, number: number): boolean => {
  if (frequency === 'Weekly') return (((number + WEEKDAY_OF_FIRST) % 7) + 7) % 7 === day - 1;
  const date = new Date(number * DAY_MS);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(day, last);
};

/** The instant of an hour on a calendar day. */
const dueOn = (zone: string, day: number, hour: number): number =>
  instantOf(zone, day * DAY_MS + hour * HOUR_MS);

/** The first planned instant after `instant`, in epoch milliseconds. In a month without the day, its last one counts. */
export const nextAfter = (schedule: Schedule, zone: string, instant: number): number => {
  for (let day = dayAt(zone, instant) - 1; ; day++) {
    if (!isPlanned(schedule, day)) continue;
    const due = dueOn(zone, day, schedule.hour);
    if (due > instant) return due;
  }
};

/** Longer than any planned period, ms. */
const LONGEST_PERIOD_MS = 32 * DAY_MS;

/** The planned reports of a user so far. */
interface FormerReports {
  /** The end of the last planned one, epoch ms; null: there was none. */
  readonly lastEnd: number | null;
  /** Since when the user wants reports without a pause, whatever the plan was; null: unknown, or the user wants none. */
  readonly activeSince: Date | null;
}

/**
 * The beginning of the period that ends at `instant`: the end of the last planned one, so that neither a new plan nor another time zone
 * leaves a gap between two periods. If the user paused the reports for more than a period since then, or had none, it is the last
 * planned instant before `instant`.
 */
export const periodBefore = (
  schedule: Schedule,
  zone: string,
  instant: number,
  { lastEnd, activeSince }: FormerReports,
): number => {
  if (lastEnd === null) return lastBefore(schedule, zone, instant);
  // A change of plan can make a period nearly twice as long as the longest planned one.
  const isWithoutPause = activeSince !== null && activeSince.getTime() <= lastEnd;
  return isWithoutPause || instant - lastEnd <= LONGEST_PERIOD_MS
    ? lastEnd
    : lastBefore(schedule, zone, instant);
};

/** The last planned instant before `instant`. */
export const lastBefore = (schedule: Schedule, zone: string, instant: number): number => {
  for (let day = dayAt(zone, instant) + 1; ; day--) {
    if (!isPlanned(schedule, day)) continue;
    const due = dueOn(zone, day, schedule.hour);
    if (due < instant) return due;
  }
};
