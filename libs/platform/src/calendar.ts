/** Days, weeks and months of the installation's time zone, as instants in epoch milliseconds. */

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

/** The instant at which a zone's wall clock shows `wall`; the first one where clocks are put forward over it. */
const instantOf = (zone: string, wall: number): number => {
  const guess = wall - (wallClock(zone, wall) - wall);
  const offset = wallClock(zone, guess) - guess;
  return wall - offset;
};

const startOf = (zone: string, instant: number, change: (wall: Date) => void): number => {
  const wall = new Date(wallClock(zone, instant));
  wall.setUTCHours(0, 0, 0, 0);
  change(wall);
  return instantOf(zone, wall.getTime());
};

/** Midnight that begins the day of `instant`, `days` later. */
export const startOfDay = (zone: string, instant: number, days = 0): number =>
  startOf(zone, instant, (wall) => wall.setUTCDate(wall.getUTCDate() + days));

/** Midnight that begins the Monday of the week of `instant`. */
export const startOfWeek = (zone: string, instant: number): number =>
  startOf(zone, instant, (wall) => wall.setUTCDate(wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7)));

/** Midnight that begins the month of `instant`, `months` later. */
export const startOfMonth = (zone: string, instant: number, months = 0): number =>
  startOf(zone, instant, (wall) => wall.setUTCMonth(wall.getUTCMonth() + months, 1));

/** The instant of midnight in a zone for a bare `yyyy-MM-dd`; NaN where it is no date. */
export const midnightOf = (zone: string, day: string): number => {
  const wall = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(wall) ? Number.NaN : instantOf(zone, wall);
};
