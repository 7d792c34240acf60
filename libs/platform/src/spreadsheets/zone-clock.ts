import { MINUTE_MS } from '@telemon/contracts/durations';
import { offsetOf } from '../calendar.ts';

/** Time zones change their offset at full quarters of an hour alone. */
const QUARTER_MS = 15 * MINUTE_MS;

const two = (number: number): string => String(number).padStart(2, '0');

/** The wall clock of a time zone, for many instants of which neighbours are close to each other. */
export class ZoneClock {
  private readonly zone: string;
  private quarter = Number.NaN;
  private offset = 0;

  constructor(zone: string) {
    this.zone = zone;
  }

  /** How far the clock is ahead of UTC at an instant, ms. */
  offsetAt(instant: number): number {
    const quarter = Math.floor(instant / QUARTER_MS);
    if (quarter !== this.quarter) {
      this.quarter = quarter;
      this.offset = offsetOf(this.zone, quarter * QUARTER_MS);
    }
    return this.offset;
  }

  /** The time that the clock shows, as the date that shows it in UTC: spreadsheets know no time zones. */
  wallAt(instant: number): Date {
    return new Date(instant + this.offsetAt(instant));
  }

  /** Such as 2026-11-25 20:15:00.250+01:00. */
  textAt(instant: number): string {
    const [date, time] = this.wallAt(instant).toISOString().slice(0, -1).split('T');
    const minutes = this.offsetAt(instant) / MINUTE_MS;
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${date} ${time}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
  }
}

/** Such as '2026-11-20 00:00:00.000+01:00 to 2026-11-27 00:00:00.000+01:00'. */
export const spanInWords = ({ from, to }: { from: Date; to: Date }, zone: string): string => {
  const clock = new ZoneClock(zone);
  return [from, to].map((at) => clock.textAt(at.getTime())).join(' to ');
};
