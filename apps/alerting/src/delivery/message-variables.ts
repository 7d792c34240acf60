import { MESSAGE_VARIABLES } from '@telemon/contracts/alerting/alerts';

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

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant (epoch milliseconds) as date and time of a time zone. */
export const asMoment = (zone: string, instant: number): string => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(zone, format);
  }
  return format.format(instant);
};
