import { table, thousands } from '../../bench/tables.ts';

/** A spreadsheet that was opened and compared. */
export interface Checked {
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: number;
  /** Comparisons of a cell. */
  readonly cells: number;
  readonly differences: readonly string[];
}

interface Result {
  readonly date: string;
  /** The version of LibreOffice. */
  readonly version: string;
  readonly checked: readonly Checked[];
}

/** The page about spreadsheets, with the result of the check. */
export const pageOf = ({ date, version, checked }: Result): string =>
  `${[
    '# Spreadsheets',
    `The files that Telemon writes as .xlsx and .csv. This page is written by \`npm run check:spreadsheets\`.`,
    '## What holds for all',
    `- Numbers are numbers, and texts are texts. A workbook shows a text that begins like a formula as it is: its cell is of the kind text,
  and its format keeps it one when it is edited. CSV knows no kinds: there it has an apostrophe before it.
- A time in a workbook is a date that shows the wall clock of \`TIMEZONE\`, because spreadsheets know no time zones; in a CSV
  file it has its distance from UTC. The properties of a workbook name the time zone, and the device and the period where it is of one.
- The row of titles stays in view and has a filter; a column is as wide as its title and its first texts need.
- A sheet has up to a million rows; further ones are in further sheets, with the titles again.
- CSV is UTF-8 with a byte order mark, commas and CRLF; a text with a comma, a quote or a line break is in quotes.`,
    '## Columns',
    table(
      ['file', 'columns'],
      checked.map(({ name, titles }) => [name, titles.join(' · ')]),
    ),
    `Export Report has four columns for each sensor of its device. GraphData has Minimum, Maximum and Average if the range holds any of
them. In Report, what is open has lasted until the end of the period, or until the report where that is earlier; Began At of a silence is the
time from which the device counted as silent, and Silent Since its last reading.

The alert log is exported in the order of its list, and numbered in this order. In another order than that of Triggered At it may have up to
100,000 entries.`,
    '## Opened in LibreOffice',
    `On ${date}, LibreOffice ${version} opened each of them, made of texts and numbers that are easily mistaken: formulas, dates, quotes,
signs, other scripts, as many digits as a number may have, of which spreadsheets keep 15. Each cell of a workbook was compared
with the same cell of the export as CSV, with its kind (text, number or time), and with what \`/v1\` answers as JSON about the same thing; the
report's with the alert log, the events and the readings of \`/v1\`. No file may hold a formula. The
check needs LibreOffice (\`apt-get install libreoffice-calc-nogui\`), which no test does.`,
    table(
      ['file', 'rows', 'comparisons', 'differences'],
      checked.map(({ name, rows, cells, differences }) => [
        name,
        thousands(rows),
        thousands(cells),
        thousands(differences.length),
      ]),
    ),
  ].join('\n\n')}\n`;
