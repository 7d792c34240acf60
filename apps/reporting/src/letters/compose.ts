import { inHtml, oneLine } from '@telemon/platform/plain-text';
import { publicAddress } from '@telemon/platform/public-address';
import type { Period } from './period-source.ts';
import type { PeriodTotals } from './totals.ts';

/** Rows of a table in the e-mail; the spreadsheet has all. */
const MOST_ROWS = 25;

/** The content of a report. */
export interface Report {
  readonly period: Period;
  readonly totals: PeriodTotals;
  readonly ofAlerts: boolean;
  readonly ofEvents: boolean;
  /** The spreadsheet is too large to be attached. */
  readonly isLinked: boolean;
  /** It may be a second copy. */
  readonly isRepeated: boolean;
}

/** A text, which may have numbers for a small chart below it. */
interface Cell {
  readonly text: string;
  readonly bars?: readonly number[];
}

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Said instead of a table without rows. */
  readonly none: string;
}

/** '45 min', '3 h 5 min', '14 h', '2 d 4 h'. */
const lasting = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 10) return `${hours} h ${minutes % 60} min`;
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

/** An empty cell where there is nothing to tell. */
const unlessNone = (count: number): string => (count === 0 ? '' : String(count));

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const row = (...texts: string[]): Cell[] => texts.map((text) => ({ text }));

const tablesOf = ({ totals, ofAlerts, ofEvents }: Report, timeOf: (at: Date) => string): Table[] => [
  ...(ofAlerts
    ? [
        {
          title: 'Alerts by device',
          columns: ['Device, by day', 'Fired', 'For', 'Firing now', 'Pending'],
          rows: totals.devices.map(({ deviceAlias, byDay, times, lastedMs, open, pending }) => [
            // Below the name rather than in a column of its own, for which a phone has no room.
            { text: deviceAlias, bars: byDay },
            ...row(String(times), lasting(lastedMs), unlessNone(open), unlessNone(pending)),
          ]),
          none: 'No alert fired.',
        },
        {
          title: 'Silent devices',
          columns: ['Device', 'Silences', 'For', 'Silent since'],
          rows: totals.silences.map(({ deviceAlias, times, lastedMs, since }) =>
            row(deviceAlias, String(times), lasting(lastedMs), since ? timeOf(since) : ''),
          ),
          none: 'No device was silent.',
        },
      ]
    : []),
  ...(ofEvents
    ? [
        {
          title: 'Events',
          columns: ['Device', 'Event', 'Times', 'For', 'Now'],
          rows: totals.events.map(({ deviceAlias, rule, times, lastedMs, open }) =>
            row(deviceAlias, rule, String(times), lasting(lastedMs), open === 0 ? '' : 'occurring'),
          ),
          none: 'No event occurred.',
        },
      ]
    : []),
];

/** The report in a few words. */
const headlineOf = ({ totals, ofAlerts, ofEvents }: Report): string => {
  const said: string[] = [];
  if (ofAlerts) {
    const fired = totals.devices.reduce((sum, { times }) => sum + times, 0);
    const devices = totals.devices.length;
    said.push(
      devices === 0
        ? 'no alerts'
        : `${counted(fired, 'alert', 'alerts')} on ${counted(devices, 'device', 'devices')}`,
    );
    const silent = totals.silences.filter(({ open }) => open > 0).length;
    if (silent > 0) said.push(`${counted(silent, 'device', 'devices')} silent`);
  }
  if (ofEvents) {
    const times = totals.events.reduce((sum, event) => sum + event.times, 0);
    said.push(times === 0 ? 'no events' : counted(times, 'event', 'events'));
  }
  return said.join(', ');
};

/** The e-mail of a report. @param zone The time zone of its times. */
export const compose = (report: Report, publicUrl: string, zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const timeOf = (at: Date) => format.format(at).replace(',', '');
  const period = `${timeOf(report.period.from)} to ${timeOf(report.period.to)} (${zone})`;
  const headline = headlineOf(report);
  const page = publicAddress(publicUrl, '/dashboard/autoReport');
  const notes = [
    report.isLinked
      ? 'The spreadsheet with every entry is too large for an e-mail. It is on the Report page.'
      : 'Every entry is in the attached spreadsheet.',
    ...(report.isRepeated ? ['You may have had this report before: sending it was interrupted.'] : []),
  ];
  const tables = tablesOf(report, timeOf);
  return {
    subject: oneLine(`Telemon report: ${headline}`, 150),
    text: textOf(headline, period, tables, [...notes, `Report page, and when you get this: ${page}`]),
    html: htmlOf(headline, period, tables, notes, page),
  };
};

const moreIn = ({ rows }: Table): string[] =>
  rows.length > MOST_ROWS ? [`and ${rows.length - MOST_ROWS} more, which are in the spreadsheet`] : [];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const textOf = (
  headline: string,
  period: string,
  tables: readonly Table[],
  notes: readonly string[],
): string =>
  [
    `${capital(headline)}.`,
    period,
    ...tables.flatMap((table) => [
      '',
      table.title.toUpperCase(),
      ...(table.rows.length === 0 ? [table.none] : []),
      ...table.rows.slice(0, MOST_ROWS).map((cells) =>
        cells
          .flatMap(({ text }, place) => (text === '' ? [] : [[text, place] as const]))
          .map(([text, place]) => oneLine(place === 0 ? text : `${table.columns[place]}: ${text}`, 120))
          .join(' · '),
      ),
      ...moreIn(table),
    ]),
    '',
    ...notes,
  ].join('\n');

/** Mail clients read neither style sheets nor modern layouts: tables with styles of their own hold in all of them. */
const CELL = 'padding:6px 8px 6px 0;border-bottom:1px solid #dfe3e6;vertical-align:top';
const NUMBER = `${CELL};text-align:right;white-space:nowrap`;
const HEAD = 'font-size:12px;color:#5b6770;font-weight:600;white-space:normal';
/** The height of the tallest bar of a chart, px. */
const TALLEST = 22;
/** A chart of more days than this has narrow bars, so that a month fits on a phone. */
const MOST_WIDE_BARS = 10;

/** A bar for each number, of a height in proportion to `most`. */
const barsOf = (numbers: readonly number[], most: number): string => {
  const width = numbers.length > MOST_WIDE_BARS ? 2 : 5;
  const bars = numbers.map((number) => {
    const height = number === 0 ? 1 : Math.max(3, Math.round((number / most) * TALLEST));
    const colour = number === 0 ? '#dfe3e6' : '#c4372f';
    return `<td valign="bottom" style="padding:0 1px 0 0"><div style="width:${width}px;height:${height}px;background:${colour};font-size:1px;line-height:1px">&nbsp;</div></td>`;
  });
  return `<table role="img" aria-label="Alerts by day: ${numbers.join(', ')}" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin-top:4px"><tr>${bars.join('')}</tr></table>`;
};

/** The highest number in the charts of a table. */
const mostIn = ({ rows }: Table): number =>
  Math.max(1, ...rows.slice(0, MOST_ROWS).flatMap((cells) => cells.flatMap(({ bars = [] }) => bars)));

const htmlOf = (
  headline: string,
  period: string,
  tables: readonly Table[],
  notes: readonly string[],
  page: string,
): string => {
  const styleAt = (place: number, table: Table) =>
    place === 0 || table.columns[place] === 'Event' ? `${CELL};text-align:left` : NUMBER;
  const cellOf = ({ text, bars }: Cell, most: number) =>
    `<bdi>${inHtml(oneLine(text, 100))}</bdi>${bars ? barsOf(bars, most) : ''}`;
  const tableOf = (table: Table, most = mostIn(table)): string[] => [
    `<h2 style="margin:28px 0 6px;font-size:16px">${inHtml(table.title)}</h2>`,
    ...(table.rows.length === 0
      ? [`<p style="margin:0;color:#5b6770">${inHtml(table.none)}</p>`]
      : [
          // Where it is too wide all the same, it scrolls.
          '<div style="overflow-x:auto"><table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse">',
          `<tr>${table.columns
            .map((title, place) => `<td style="${styleAt(place, table)};${HEAD}">${inHtml(title)}</td>`)
            .join('')}</tr>`,
          ...table.rows
            .slice(0, MOST_ROWS)
            .map(
              (cells) =>
                `<tr>${cells
                  .map((cell, place) => `<td style="${styleAt(place, table)}">${cellOf(cell, most)}</td>`)
                  .join('')}</tr>`,
            ),
          '</table></div>',
        ]),
    ...moreIn(table).map((line) => `<p style="margin:6px 0 0;color:#5b6770">${inHtml(line)}</p>`),
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>Telemon report</title></head>',
    '<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1b2125;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5">',
    '<div style="max-width:680px;margin:0 auto">',
    `<h1 style="margin:0;font-size:20px">${inHtml(capital(headline))}</h1>`,
    `<p style="margin:4px 0 0;color:#5b6770">${inHtml(period)}</p>`,
    ...tables.flatMap((table) => tableOf(table)),
    '<hr style="margin:28px 0 16px;border:0;border-top:1px solid #dfe3e6">',
    ...notes.map((note) => `<p style="margin:0 0 8px">${inHtml(note)}</p>`),
    `<p style="margin:0"><a href="${inHtml(page)}" style="color:#0b6b6b">Report page, and when you get this</a></p>`,
    '</div></body></html>',
  ].join('\n');
};
