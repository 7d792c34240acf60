import { MINUTE_MS } from '@telemon/contracts/durations';

const DIGITS = new Intl.NumberFormat('en-GB');

/** '1,234'. */
export const inDigits = (count: number): string => DIGITS.format(count);

/** '1 alert', '1,234 alerts'. */
export const counted = (count: number, one: string, many: string): string =>
  `${inDigits(count)} ${count === 1 ? one : many}`;

/** A duration: 'under a minute', '45 min', '3 h 5 min', '14 h', '2 d 4 h'. */
export const lasting = (ms: number): string => {
  if (ms < 60_000) return 'under a minute';
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 10) return `${hours} h ${minutes % 60} min`;
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};
