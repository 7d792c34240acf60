/** Parsers of values as devices write them. Each returns undefined for an invalid value. */

import { LARGEST_VALUE } from '@telemon/contracts/readings';

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const MOST_DIGITS = 40;

/** A measured value: a number, or a text of one, not beyond ±1e15. */
export const measuredOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return number === undefined || Math.abs(number) > LARGEST_VALUE ? undefined : number;
};

/** A finite number, or a text of one. */
export const numberOf = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.length <= MOST_DIGITS && NUMBER.test(value)
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** A safe integer, or a text of one. */
export const seqOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** A text of at most 64 characters, or an integer as text. */
export const nameOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length <= 64 ? text : undefined;
};

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Smaller numbers are seconds: as milliseconds they would lie before April 1973. */
const FIRST_MILLISECONDS = 1e11;
/** JavaScript has no dates farther than this from the epoch, ms. */
const LAST_DATE = 8.64e15;

/** Epoch milliseconds of an ISO 8601 text (UTC where it names no zone), or of epoch seconds or milliseconds. */
export const timestampOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  if (number !== undefined) {
    const milliseconds = Math.abs(number) < FIRST_MILLISECONDS ? number * 1_000 : number;
    return Math.abs(milliseconds) <= LAST_DATE ? Math.round(milliseconds) : undefined;
  }
  const parts = typeof value === 'string' ? ISO_8601.exec(value.trim()) : null;
  if (!parts) return undefined;
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = parts;
  if (!isDay(day!)) return undefined;
  const instant = Date.parse(`${day}T${minutes}${seconds.replace(',', '.')}${zoneAsWritten(zone)}`);
  return Number.isNaN(instant) ? undefined : instant;
};

/** Whether a month has this day: `Date.parse` takes 30 February for 2 March. */
const isDay = (day: string): boolean =>
  Number(day.slice(8)) <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));

const zoneAsWritten = (zone: string): string => {
  if (zone.length === 1) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
};
