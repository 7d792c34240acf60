import { dateOf, dateTime, inZone, timeOfDay } from '../texts/time.ts';
import type { Text } from '../texts/use-text.ts';

/**
 * An instant as it is in a time zone, with the zone's city; beside it the viewer's own time, if it is another one:
 * "30 Nov 2026, 08:00 in New York, 14:00 your time".
 */
export const nextRun = (at: string, timeZone: string, text: Text): string => {
  const there = inZone(timeZone);
  const city = timeZone.split('/').at(-1)!.replaceAll('_', ' ');
  const time = text('report.plan.timeIn', { time: there.dateTime(at), city });
  if (there.dateTime(at) === dateTime(at)) return time;
  const own = there.dateOf(at) === dateOf(at) ? timeOfDay(at) : dateTime(at);
  return text('report.plan.yourTime', { time, own });
};
