import type { Figure } from './figures.ts';

/** A table in Markdown, its columns aligned. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

export const thousands = (number: number): string => Math.round(number).toLocaleString('en-US');

/** Formats milliseconds; Infinity as ∞, NaN as –. */
export const ms = (duration: number): string => {
  if (Number.isNaN(duration)) return '–';
  if (!Number.isFinite(duration)) return '∞';
  return duration < 10 ? duration.toFixed(1) : thousands(duration);
};

/** Formats milliseconds with their unit. */
export const inMs = (duration: number): string => `${ms(duration)} ms`;

export const times = (value: number): string => `${value.toFixed(1)}×`;

/** The median, followed by least and most if they differ. */
export const shown = ({ median, least, most }: Figure, show: (value: number) => string): string =>
  least === most || Number.isNaN(median) ? show(median) : `${show(median)} (${show(least)}–${show(most)})`;

/** Names and versions of a side's servers and packages. */
export const versionsOf = ({ versions }: { versions: Readonly<Record<string, string>> }): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
