import { MESSAGE_VARIABLES } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';

export type MessageVariable = keyof typeof MESSAGE_VARIABLES;

// None of the names begins with another, so the order does not matter.
const VARIABLE = new RegExp(
  Object.keys(MESSAGE_VARIABLES)
    .map((name) => name.replace('$', '\\$'))
    .join('|'),
  'g',
);

/** Replaces the variables by their values in one pass, so that a variable inside a value stays text. */
export const fillIn = (message: string, values: Record<MessageVariable, string>): string =>
  message.replace(VARIABLE, (name) => values[name as MessageVariable]);

/** A number with at most 12 significant digits, which hides floating-point noise. */
export const asNumber = (value: number): string => String(Number(value.toPrecision(12)));

const MOMENT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
};
const TIME_OF_DAY: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** Makes a format of instants (epoch milliseconds) in a time zone; its formatters are cached, because each takes milliseconds. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone: string, instant: number): string => {
    let format = formats.get(zone);
    if (!format)
      formats.set(zone, (format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })));
    return format.format(instant);
  };
};

/** An instant as date and time of a time zone: 21 Nov 2026, 10:04:00 UTC. */
export const asMoment = formatOf(MOMENT);

/** An instant as the time of day in a time zone: 10:04. */
export const asTimeOfDay = formatOf(TIME_OF_DAY);

/** The time of day alone says when something began, if it was not longer ago than this, ms. */
const TIME_OF_DAY_WITHIN_MS = 12 * HOUR_MS;

/** When something began, as the time of day; with the date if that was long before `now`. */
export const asBeginning = (zone: string, instant: number, now: number): string =>
  now - instant < TIME_OF_DAY_WITHIN_MS ? asTimeOfDay(zone, instant) : asMoment(zone, instant);
