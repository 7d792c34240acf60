/** Days, weeks and months of the installation's time zone, as instants in epoch milliseconds. */

import { DAY_MS } from '@telemon/contracts/durations';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string) => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
};

/** The wall-clock time of a zone at an instant, as the UTC instant with the same date and time. */
const wallClock = (zone: string, instant: number): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
};

/** How far a zone's wall clock is ahead of UTC at an instant, ms. */
export const offsetOf = (zone: string, instant: number): number => {
  // Wall clocks have no milliseconds here.
  const second = Math.floor(instant / 1_000) * 1_000;
  return wallClock(zone, second) - second;
};

/**
 * The instant at which a zone's clock shows `wall`, which is the UTC instant with that date and time. Where clocks are put back over it,
 * the first of both; where they are put forward over it, the instant at which that happens.
 */
export const instantOf = (zone: string, wall: number): number => {
  const before = offsetOf(zone, wall - DAY_MS);
  const after = offsetOf(zone, wall + DAY_MS);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  if (early + offsetOf(zone, early) === wall) return early;
  if (late + offsetOf(zone, late) === wall) return late;
  // The clocks skip `wall` between the two.
  let [still, changed] = [early, late];
  while (changed - still > 1) {
    const middle = Math.floor((still + changed) / 2);
    if (offsetOf(zone, middle) === before) still = middle;
    else changed = middle;
  }
  return changed;
};

const startOf = (zone: string, instant: number, change: (wall: Date) => void): number => {
  const wall = new Date(wallClock(zone, instant));
  wall.setUTCHours(0, 0, 0, 0);
  change(wall);
  return instantOf(zone, wall.getTime());
};

/** The first instant of the day of `instant`, or of the one `days` later: midnight, unless clocks skip it. */
export const startOfDay = (zone: string, instant: number, days = 0): number =>
  startOf(zone, instant, (wall) => wall.setUTCDate(wall.getUTCDate() + days));

/** The first instant of the Monday of the week of `instant`. */
export const startOfWeek = (zone: string, instant: number): number =>
  startOf(zone, instant, (wall) => wall.setUTCDate(wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7)));

/** The first instant of the month of `instant`, or of the one `months` later. */
export const startOfMonth = (zone: string, instant: number, months = 0): number =>
  startOf(zone, instant, (wall) => wall.setUTCMonth(wall.getUTCMonth() + months, 1));

/** The first instant of a bare `yyyy-MM-dd` in a zone; NaN if it is no date. */
export const midnightOf = (zone: string, day: string): number => {
  const wall = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(wall) ? Number.NaN : instantOf(zone, wall);
};
