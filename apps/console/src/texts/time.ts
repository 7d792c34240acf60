import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { inLanguage } from './in-language.ts';
import type { Text } from './use-text.ts';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatIn = inLanguage((locale) => new Intl.DateTimeFormat(locale, options));
  return (at: Date | number | string) => formatIn().format(new Date(at));
};

/** The full local time, for tooltips. */
export const fullTime = format({ dateStyle: 'full', timeStyle: 'long' });
export const dateTime = format({ dateStyle: 'medium', timeStyle: 'short' });
export const dateOf = format({ dateStyle: 'medium' });
export const timeOfDay = format({ timeStyle: 'short' });
export const timeWithSeconds = format({ timeStyle: 'medium' });
export const dayOfMonth = format({ day: 'numeric', month: 'short' });
const weekdayOf = format({ weekday: 'long', timeZone: 'UTC' });
/** The name of a day of the week, 1 to 7 from Monday. */
export const weekday = (day: number): string => weekdayOf(Date.UTC(2024, 0, day));
/** The same in another time zone than the browser's. */
export const inZone = (timeZone: string) => ({
  dateTime: format({ dateStyle: 'medium', timeStyle: 'short', timeZone }),
  dateOf: format({ dateStyle: 'medium', timeZone }),
});
const dayAndTime = format({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/** A time of day today; with its date this year; with its year before that. */
export const timeOrDate = (at: number, now: number): string => {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.getFullYear() !== today.getFullYear()) return dateTime(at);
  return isoDay(at) === isoDay(now) ? timeOfDay(at) : dayAndTime(then);
};

/** "until 14:05", "until Nov 29, 12:00 AM"; with the year if it is another one. */
export const until = (at: number, now: number, text: Text): string => {
  const time = timeOfDay(at);
  if (isoDay(at) === isoDay(now)) return text('time.until.hour', { time });
  const isOfYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return text('time.until.day', { day: isOfYear ? dayOfMonth(at) : dateOf(at), time });
};

/** "3 min ago"; a date after a week. */
export const ago = (at: number, now: number, text: Text): string => {
  const age = now - at;
  if (age < 5_000) return text('time.now');
  if (age < MINUTE_MS) return text('time.seconds', { count: Math.floor(age / 1000) });
  if (age < HOUR_MS) return text('time.minutes', { count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return text('time.hours', { count: Math.floor(age / HOUR_MS) });
  // Yesterday is a day of the calendar: 40 hours ago may be the day before.
  const days = Math.max(Math.floor(age / DAY_MS), Math.min(daysBetween(isoDay(at), isoDay(now)), 2));
  if (age < 7 * DAY_MS) return text('time.days', { smart_count: days });
  return dateOf(at);
};

/** A duration: "12 min", "3 h 5 min", "2 d 4 h". */
export const lasting = (ms: number, text: Text): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 1) return text('time.lasting.moments');
  if (minutes < 60) return text('time.lasting.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return text('time.lasting.hours', { hours, minutes: minutes % 60 });
  return text('time.lasting.days', { days: Math.floor(hours / 24), hours: hours % 24 });
};

/** A local calendar day as `yyyy-MM-dd`, the format of date inputs. */
export const isoDay = (at: Date | number): string => {
  const date = new Date(at);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
};

/** The start of a local calendar day, in epoch milliseconds. */
export const startOfDay = (isoDate: string): number => new Date(`${isoDate}T00:00:00`).getTime();
/** Its last millisecond. */
export const endOfDay = (isoDate: string): number => {
  // The hour is set, too, because clocks may be put forward at this day's midnight.
  const next = new Date(`${isoDate}T00:00:00`).setHours(24, 0, 0, 0);
  return next - 1;
};

const two = (number: number) => String(Math.floor(number)).padStart(2, '0');

/** An instant with the local date and time in it, `wall`, and the offset from UTC. */
const withOffset = (wall: string, at: number): string => {
  const minutes = Math.round((Date.parse(`${wall}Z`) - at) / MINUTE_MS);
  const distance = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(distance / 60)}:${two(distance % 60)}`;
};

/** The first instant of a local calendar day as the calls take it: written as midnight, by which the server sees that days are meant. */
export const isoStartOfDay = (isoDate: string): string =>
  withOffset(`${isoDate}T00:00:00.000`, startOfDay(isoDate));
/** The last instant of a local calendar day as the calls take it. */
export const isoEndOfDay = (isoDate: string): string =>
  withOffset(`${isoDate}T23:59:59.999`, endOfDay(isoDate));

/** Days from one calendar day to another, regardless of summer time. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
