import type { ExportQuery } from '@telemon/contracts/reporting/exports';
import { endsOf, isOfDays, rangeBetween } from '../device-page/range.ts';
import { dateOf, dateTime } from '../texts/time.ts';
import type { TextKey } from '../texts/translate.ts';
import type { Text } from '../texts/use-text.ts';

/** The parameters with a few values, and the texts of these. */
const TEXTS_OF_VALUES = {
  state: 'states',
  presence: 'resources.device.filters.presences',
  status: 'resources.alertLog',
  severity: 'resources.alert.severities',
} as const;

const daysOf = (fromDate: string, toDate: string): string => {
  const range = rangeBetween(fromDate, toDate);
  const shown = endsOf(range).map(isOfDays(range) ? dateOf : dateTime);
  return [...new Set(shown)].join(' – ');
};

/** Which rows an export has, apart from its device: the sensor, days, search and filters of its query. */
export const detailsOf = (query: ExportQuery, text: Text): string[] => {
  const { sensor, fromDate, toDate } = query;
  const words = query.q ?? query.search;
  const filters = Object.entries(TEXTS_OF_VALUES) as [keyof typeof TEXTS_OF_VALUES, string][];
  return [
    sensor !== undefined && text('report.exports.sensor', { sensor }),
    fromDate !== undefined && toDate !== undefined && daysOf(fromDate, toDate),
    words !== undefined && text('report.exports.search', { words }),
    ...filters.map(
      ([name, texts]) => query[name] && text(`${texts}.${query[name].toLowerCase()}` as TextKey),
    ),
  ].filter((one) => typeof one === 'string');
};
