import { oneLine } from '@telemon/platform/plain-text';
import { publicAddress } from '@telemon/platform/public-address';
import { type ReportContent, headlineOf } from './compose-headline.ts';
import { htmlOf } from './compose-html.ts';
import { inDigits } from './compose-numbers.ts';
import { type Cell, type ReportParts, tablesOf } from './compose-tables.ts';
import type { Period } from './period-source.ts';

/** Phrases in a subject: phones show only its beginning. */
const MOST_PHRASES = 3;

/** The content of a report. */
export interface Report extends ReportContent {
  readonly period: Period;
  /** When the report was due, if it comes late. */
  readonly lateSince: Date | null;
  /** Whether the spreadsheet is too large to be attached. */
  readonly isLinked: boolean;
  /** Whether it may be a second copy. */
  readonly isRepeated: boolean;
}

/** The e-mail of a report. @param zone The time zone of its times. */
export const compose = (report: Report, publicUrl: string, zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const timeOf = (at: Date) => format.format(at).replace(',', '');
  const phrases = headlineOf(report);
  const headline = phrases.join(', ');
  const parts: ReportParts = {
    headline: `${headline.charAt(0).toUpperCase()}${headline.slice(1)}`,
    about: [
      `${timeOf(report.period.from)} to ${timeOf(report.period.to)} (${zone})`,
      ...latenessOf(report, timeOf),
    ],
    tables: tablesOf(report, publicUrl, timeOf),
    notes: notesOf(report),
    link: {
      label: report.isLinked
        ? 'Download the spreadsheet on the Report page'
        : 'See past reports, and set when you get them, on the Report page',
      address: publicAddress(publicUrl, '/dashboard/autoReport'),
    },
  };
  const subject = oneLine(`Telemon report: ${phrases.slice(0, MOST_PHRASES).join(', ')}`, 150);
  return { subject, text: textOf(parts), html: htmlOf(subject, parts) };
};

const latenessOf = ({ totals, lateSince }: Report, timeOf: (at: Date) => string): string[] =>
  lateSince === null
    ? []
    : [
        `This report comes late: it was due at ${timeOf(lateSince)}. What lasts now lasted at ${timeOf(new Date(totals.now))}.`,
      ];

const notesOf = ({ isLinked, isRepeated }: Report): string[] => [
  isLinked
    ? 'The spreadsheet with every entry is too large for an e-mail. It is on the Report page.'
    : 'Every entry is in the attached spreadsheet.',
  ...(isRepeated ? ['You may have had this report before: sending it was interrupted.'] : []),
];

const textOf = ({ headline, about, tables, notes, link }: ReportParts): string =>
  [
    'Telemon report',
    '',
    `${headline}.`,
    ...about,
    ...tables.flatMap((table) => [
      '',
      table.title.toUpperCase(),
      ...(table.rows.length === 0 ? [table.none] : []),
      ...table.rows.flatMap((row) => rowInText(row, table.columns)),
      ...table.more,
    ]),
    '',
    ...notes,
    `${link.label}: ${link.address}`,
  ].join('\n');

/** A row on a line, and the address of its device on another. */
const rowInText = ([first, ...others]: readonly Cell[], columns: readonly string[]): string[] => {
  const { text, below = '', address, chart = [] } = first!;
  const byDay = chart.filter(({ count }) => count > 0).map(({ day, count }) => `${day} ${inDigits(count)}`);
  const said = [
    oneLine(text, 120),
    oneLine(below, 120),
    ...others.map((cell, place) => (cell.text === '' ? '' : `${columns[place + 1]}: ${cell.text}`)),
    byDay.length === 0 ? '' : `By day: ${byDay.join(', ')}`,
  ];
  return [said.filter((words) => words !== '').join(' · '), ...(address ? [`  ${address}`] : [])];
};
