import { MESSAGE_VARIABLES } from '@telemon/contracts/alerting/alerts';

export type MessageVariable = keyof typeof MESSAGE_VARIABLES;

// None of the names begins with another, so the order does not matter.
const VARIABLE = new RegExp(
  Object.keys(MESSAGE_VARIABLES)
    .map((name) => name.replace('$', '\\$'))
    .join('|'),
  'g',
);

/** Puts the values in the place of the variables, in one pass: what a value holds is text, whatever it looks like. */
export const fillIn = (message: string, values: Record<MessageVariable, string>): string =>
  message.replace(VARIABLE, (name) => values[name as MessageVariable]);

/** A number as people write it: no trailing noise of binary fractions. */
export const asNumber = (value: number): string => String(Number(value.toPrecision(12)));

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as people of the installation's time zone read it. */
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
