/** The pressure probe of the worked examples: 4 to 20 mA in a tank that widens upwards. */
const ROWS = [
  [4, 0],
  [8, 150],
  [12, 300],
  [16, 650.5],
  [20, 1000],
];

/**
 * A table to begin with, as the spreadsheets of a language open it in two columns: where numbers have a decimal comma,
 * cells are parted by semicolons.
 */
export const templateText = (locale?: string): string => {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal');
  const hasComma = decimal?.value === ',';
  const cells = (row: readonly number[]) =>
    row.map((value) => (hasComma ? String(value).replace('.', ',') : String(value)));
  return [['raw', 'value'], ...ROWS.map(cells)]
    .map((row) => `${row.join(hasComma ? ';' : ',')}\r\n`)
    .join('');
};
