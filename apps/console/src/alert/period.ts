import { translate } from '../texts/translate.ts';

/** A time period of a Periodic alert: 6 hours, 1 day, 2 weeks; '' for other alerts. */
export const periodInWords = (hours: number | null): string => {
  if (hours === null) return '';
  if (hours % 168 === 0) return translate('resources.alert.weeks', { smart_count: hours / 168 });
  if (hours % 24 === 0) return translate('resources.alert.days', { smart_count: hours / 24 });
  return translate('resources.alert.hours', { smart_count: hours });
};
