import { type AlertType, rangeOf } from '@telemon/contracts/alerting/alerts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { announcementOf } from './announcements.ts';
import { NOTHING_MORE } from './change.ts';
import { type Naming, entryOf } from './entry.ts';
import { ruleOfAlert } from './rule.ts';

/** A value at which an alert of the type fires; a Periodic one fires without a value, at a deadline. */
const SAMPLE_OF: Record<AlertType, (values: readonly number[]) => number | null> = {
  Above: ([setPoint = 0]) => setPoint + 1,
  Below: ([setPoint = 0]) => setPoint - 1,
  'In Between': (values) => {
    const { lower, upper } = rangeOf(values);
    return (lower + upper) / 2;
  },
  'Restrict Range': (values) => rangeOf(values).upper + 1,
  Periodic: () => null,
};

/** The announcement of an alert as if it fired now, at a sample value or a deadline, with an id in the place of an alert-log entry's. */
export const sampleAnnouncementOf = (
  alert: AlertDocument,
  id: string,
  naming: Naming,
  zone: string,
  now: number,
): ReturnType<typeof announcementOf> => {
  const value = SAMPLE_OF[alert.alertType](alert.values);
  const reading = value === null ? null : { id, timestamp: now };
  const firing = { ...NOTHING_MORE, entryId: id, at: now, reading, value, decidedAt: now };
  const entry = entryOf(ruleOfAlert(alert), firing, naming, zone);
  return announcementOf(entry, now, naming, zone);
};
