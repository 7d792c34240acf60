import { publicAddress } from '@telemon/platform/public-address';
import type { ReportContent } from './compose-headline.ts';
import { inDigits, lasting } from './compose-numbers.ts';
import type { AlertTotals } from './totals.ts';

/** Rows of a table in the e-mail; the spreadsheet has all. */
const MOST_ROWS = 25;

/** The days of a small chart, by their names. */
export type Chart = readonly { readonly day: string; readonly count: number }[];

export interface Cell {
  readonly text: string;
  /** The address that the text links to. */
  readonly address?: string;
  /** The second line of the cell. */
  readonly below?: string;
  readonly chart?: Chart;
}

export interface Table {
  readonly title: string;
  readonly isUrgent: boolean;
  readonly columns: readonly string[];
  /** The first rows; the spreadsheet has all. */
  readonly rows: readonly (readonly Cell[])[];
  /** Says how many further rows are only in the spreadsheet; empty if there are none. */
  readonly more: readonly string[];
  /** The text in place of a table without rows. */
  readonly none: string;
}

/** The parts of a report, from which the HTML and the text of the e-mail are made. */
export interface ReportParts {
  readonly headline: string;
  /** Lines about its period, and about a delay. */
  readonly about: readonly string[];
  readonly tables: readonly Table[];
  readonly notes: readonly string[];
  readonly link: { readonly label: string; readonly address: string };
}

const DAY_NAMES = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** The tables of a report. @param timeOf Writes an instant in words */
export const tablesOf = (
  { totals, ofAlerts, ofEvents }: ReportContent,
  publicUrl: string,
  timeOf: (at: Date) => string,
): Table[] => {
  const device = ({ deviceName, deviceAlias }: { deviceName: string; deviceAlias: string }) => ({
    text: deviceAlias,
    address: publicAddress(publicUrl, `/dashboard/info/${encodeURIComponent(deviceName)}`),
  });
  const days = totals.dates.map((date) => DAY_NAMES.format(date));
  const rowOfAlert = (alert: AlertTotals): Cell[] => [
    {
      ...device(alert),
      below: `${SEVERITIES[alert.severity]}: ${alert.rule}`,
      // On a second line below the name: a phone has no room for another column.
      ...(alert.times > 0 && { chart: days.map((day, place) => ({ day, count: alert.byDay[place]! })) }),
    },
    ...cells(
      timesOf(alert),
      lasting(alert.lasted.totalMs),
      nowOf(alert, 'firing'),
      unlessNone(alert.pending),
    ),
  ];
  const critical = totals.alerts.filter(({ severity }) => severity === 'critical');
  const others = totals.alerts.filter(({ severity }) => severity !== 'critical');
  const columns = ['Alert, by day', 'Fired', 'For', 'Now', 'Pending'];
  const none = 'No alert fired.';
  const tables: Table[] = [];
  if (ofAlerts) {
    if (critical.length > 0)
      tables.push({
        title: 'Critical alerts',
        isUrgent: true,
        columns,
        ...firstOf(critical, rowOfAlert),
        none,
      });
    if (critical.length === 0 || others.length > 0)
      tables.push({
        title: critical.length > 0 ? 'Other alerts' : 'Alerts',
        isUrgent: false,
        columns,
        ...firstOf(others, rowOfAlert),
        none,
      });
    tables.push({
      title: 'Silent devices',
      isUrgent: false,
      columns: ['Device', 'Silences', 'For', 'Silent since'],
      ...firstOf(totals.silences, (silence) => [
        device(silence),
        ...cells(
          timesOf(silence),
          lasting(silence.lasted.totalMs),
          silence.since ? timeOf(silence.since) : '',
        ),
      ]),
      none: 'No device was silent.',
    });
  }
  if (ofEvents)
    tables.push({
      title: 'Events',
      isUrgent: false,
      columns: ['Event', 'Times', 'For', 'Now'],
      ...firstOf(totals.events, (event) => [
        { ...device(event), below: event.rule },
        ...cells(timesOf(event), lasting(event.lasted.totalMs), nowOf(event, 'occurring')),
      ]),
      none: 'No event occurred.',
    });
  return tables;
};

const SEVERITIES = { critical: 'Critical', warning: 'Warning', info: 'Info' } as const;

const firstOf = <Row>(rows: readonly Row[], cellsOf: (row: Row) => Cell[]) => ({
  rows: rows.slice(0, MOST_ROWS).map(cellsOf),
  more:
    rows.length > MOST_ROWS
      ? [`and ${inDigits(rows.length - MOST_ROWS)} more, which are in the spreadsheet`]
      : [],
});

const cells = (...texts: string[]): Cell[] => texts.map((text) => ({ text }));

/** A cell with a text, or an empty one. */
const unlessNone = (count: number): string => (count === 0 ? '' : inDigits(count));

/** How often an alert or event began in the period; `earlier` if it began before the period. */
const timesOf = ({ times }: { times: number }): string => (times === 0 ? 'earlier' : inDigits(times));

const nowOf = ({ open }: { open: number }, lasts: string): string =>
  open === 0 ? '' : open === 1 ? lasts : `${inDigits(open)} ${lasts}`;
