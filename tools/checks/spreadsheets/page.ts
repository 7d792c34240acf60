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
    `- Numbers are numbers, and texts are texts. A workbook shows a text that begins like a formula as it is: its cell has the kind text,
  and the cell's format keeps it a text when it is edited. CSV has no kinds of cells: there, such a text gets an apostrophe before it.
- A time in a workbook is a date that shows the wall clock of \`TIMEZONE\`, because spreadsheets know no time zones. A time in
  a CSV file has its distance from UTC. The properties of a workbook name the time zone and, if there is one, the device and the period.
- The row of titles stays in view and has a filter; a column is as wide as its title and its first texts need.
- A sheet has up to a million rows; further ones are in further sheets, with the titles again.
- CSV is UTF-8 with a byte order mark, commas and CRLF; a text with a comma, a quote or a line break is in quotes.`,
    '## Columns',
    table(
      ['file', 'columns'],
      checked.map(({ name, titles }) => [name, titles.join(' · ')]),
    ),
    `Export Report has four columns for each sensor of its device. GraphData has the columns Minimum, Maximum and Average only if the range holds such
values. In Report, an open row has lasted until the end of the period or until the report, whichever is earlier. For a silence, Began At is the time
from which the device counted as silent, and Silent Since the time of its last reading.

The alert log is exported and numbered in the order of its list. If it is sorted by another column than Triggered At, at most 100,000 entries can be
exported.`,
    '## Opened in LibreOffice',
    `On ${date}, LibreOffice ${version} opened a file of each kind. The files had texts and numbers that spreadsheets easily mistake: formulas,
dates, quotes, signs, other scripts, and numbers with as many digits as possible, of which spreadsheets keep 15. The check compared each cell of a
workbook with the same cell of the CSV file, with the kind of its column (text, number or time), and with the JSON of \`/v1\` about the same thing; it
compared the cells of a report with the alert log, the events and the readings of \`/v1\`. No file may hold a formula. The check needs LibreOffice
(\`apt-get install libreoffice-calc-nogui\`); no test needs it.`,
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
