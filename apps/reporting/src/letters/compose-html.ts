import {
  LETTER_COLOURS,
  letterLink,
  letterNote,
  letterPage,
  letterParagraph,
} from '@telemon/platform/mail/letter-page';
import { inHtml, oneLine } from '@telemon/platform/plain-text';
import { inDigits } from './compose-numbers.ts';
import type { Chart, ReportParts, Table } from './compose-tables.ts';

const { text, quiet, line, firing, firingSolid } = LETTER_COLOURS;

const CELL = `padding:6px 8px 6px 0;border-bottom:1px solid ${line};vertical-align:top`;
const NUMBER = `${CELL};text-align:right`;
const HEAD = `font-size:12px;color:${quiet};font-weight:600`;
/** The height of the tallest bar of a table's charts, px. */
const TALLEST = 22;
/** A chart of more days than this has narrow bars, so that a month fits on a phone. */
const MOST_WIDE_BARS = 10;

/** The HTML form of a report. */
export const htmlOf = (title: string, { headline, about, tables, notes, link }: ReportParts): string =>
  letterPage(title, [
    `<h1 style="margin:0;font-size:20px;line-height:1.3">${inHtml(headline)}</h1>`,
    ...about.map(letterNote),
    ...tables.flatMap(tableOf),
    `<hr style="margin:28px 0 16px;border:0;border-top:1px solid ${line}">`,
    ...notes.map(letterParagraph),
    `<p style="margin:0">${letterLink(link.label, link.address)}</p>`,
  ]);

const tableOf = (table: Table): string[] => {
  const most = Math.max(
    1,
    ...table.rows.flatMap(([first]) => (first?.chart ?? []).map(({ count }) => count)),
  );
  return [
    `<h2 style="margin:28px 0 6px;font-size:16px;color:${table.isUrgent ? firing : text}">${inHtml(table.title)}</h2>`,
    ...(table.rows.length === 0
      ? [letterNote(table.none)]
      : [
          // A table that is too wide scrolls.
          `<div style="overflow-x:auto${table.isUrgent ? `;border-left:3px solid ${firingSolid};padding-left:10px` : ''}"><table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse;font-size:14px">`,
          `<tr>${table.columns.map((title, place) => `<td style="${place === 0 ? CELL : NUMBER};${HEAD}">${inHtml(title)}</td>`).join('')}</tr>`,
          ...table.rows.map((row) => rowOf(row, most)),
          '</table></div>',
        ]),
    ...table.more.map(letterNote),
  ];
};

const rowOf = ([first, ...others]: Table['rows'][number], most: number): string => {
  const { text: name, address, below, chart } = first!;
  const shown = oneLine(name, 100);
  const parts = [
    `<bdi>${address ? letterLink(shown, address) : inHtml(shown)}</bdi>`,
    ...(below ? [`<div style="color:${quiet}"><bdi>${inHtml(oneLine(below, 100))}</bdi></div>`] : []),
    ...(chart ? [chartOf(chart, most)] : []),
  ];
  const numbers = others.map(({ text: said }) => `<td style="${NUMBER}">${withoutBreaks(inHtml(said))}</td>`);
  return `<tr><td style="${CELL}">${parts.join('')}</td>${numbers.join('')}</tr>`;
};

/** Keeps a number and its unit on one line. */
const withoutBreaks = (duration: string): string => duration.replace(/(\d) (?=[dhm])/g, '$1&nbsp;');

/** A bar for each day, of a height in proportion to `most`, with the first and the last day and the highest count below. */
const chartOf = (chart: Chart, most: number): string => {
  const width = chart.length > MOST_WIDE_BARS ? 2 : 5;
  const bars = chart.map(({ count }) => {
    const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * TALLEST));
    const colour = count === 0 ? line : firingSolid;
    return `<td valign="bottom" style="padding:0 1px 0 0"><div style="width:${width}px;height:${height}px;background:${colour};font-size:1px;line-height:1px">&nbsp;</div></td>`;
  });
  const label = chart.map(({ day, count }) => `${day} ${inDigits(count)}`).join(', ');
  const highest = inDigits(Math.max(...chart.map(({ count }) => count)));
  const scale = `${chart[0]!.day} to ${chart.at(-1)!.day}, at most ${highest} a day`;
  return [
    `<table role="img" aria-label="Alerts by day: ${inHtml(label)}" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin-top:4px"><tr>${bars.join('')}</tr></table>`,
    `<div style="font-size:12px;color:${quiet}">${inHtml(scale)}</div>`,
  ].join('');
};
