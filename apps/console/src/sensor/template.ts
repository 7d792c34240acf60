/** The pressure probe of the documents' examples: 4 to 20 mA in a tank that widens upwards. */
const ROWS = [
  [4, 0],
  [8, 150],
  [12, 300],
  [16, 650.5],
  [20, 1000],
];

/** A template that spreadsheets of a locale open in two columns: with a decimal comma, cells are separated by semicolons. */
export const templateText = (locale?: string): string => {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal');
  const hasComma = decimal?.value === ',';
  const cells = (row: readonly number[]) =>
    row.map((value) => (hasComma ? String(value).replace('.', ',') : String(value)));
  return [['raw', 'value'], ...ROWS.map(cells)]
    .map((row) => `${row.join(hasComma ? ';' : ',')}\r\n`)
    .join('');
};
