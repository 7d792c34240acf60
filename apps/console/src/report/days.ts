import { isoDay, startOfDay } from '../texts/time.ts';

const SHOWN = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A day as the reports show it, dd/MM/yyyy. */
export const shownDay = (isoDate: string): string => isoDate.split('-').toReversed().join('/');

/** Whether a text is written as a day, also as one that the calendar does not have. */
export const isWritten = (typed: string): boolean => SHOWN.test(typed.trim());

/** The day `yyyy-MM-dd` of a typed dd/MM/yyyy; '' where the calendar has no such day. */
export const readDay = (typed: string): string => {
  const [, day, month, year] = SHOWN.exec(typed.trim()) ?? [];
  if (day === undefined) return '';
  const isoDate = `${year}-${month}-${day}`;
  return isoDay(startOfDay(isoDate)) === isoDate ? isoDate : '';
};
