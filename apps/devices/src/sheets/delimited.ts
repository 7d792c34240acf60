import { type Cell, type SheetBounds, SheetRefused, type SheetRow, SheetRows, placeOf } from './sheet.ts';

const LONGEST_LINE = 10_000;
const DELIMITERS = [';', '\t', ','] as const;
const WITH_COMMA = /^[+-]?\d*,\d+$/;
const WITH_POINT = /^[+-]?\d*\.\d+$/;

/**
 * The rows of a text with commas, semicolons or tabs between its cells. With semicolons or tabs, numbers may have a decimal
 * comma; all numbers of a file have the same decimal sign.
 * @throws SheetRefused
 */
export const rowsOfText = (file: Buffer, bounds: SheetBounds): SheetRow[] => {
  const rows = new SheetRows(bounds);
  let delimiter: string | undefined;
  let decimals: RegExp | undefined;
  let number = 0;
  for (const line of linesOf(textOf(file))) {
    number++;
    if (line.length > LONGEST_LINE)
      throw new SheetRefused(`Row ${number} is longer than ${LONGEST_LINE} characters`);
    if (line.trim() === '') continue;
    if (delimiter === undefined && /^sep=.$/i.test(line)) {
      delimiter = line.at(-1)!;
      continue;
    }
    delimiter ??= DELIMITERS.find((each) => line.includes(each));
    const cells = cellsOf(line, delimiter, number).map((text, column): Cell => {
      const sign =
        delimiter !== ',' && WITH_COMMA.test(text) ? WITH_COMMA : WITH_POINT.test(text) ? WITH_POINT : null;
      decimals ??= sign ?? undefined;
      if (sign && sign !== decimals) {
        throw new SheetRefused(
          `${placeOf(number, column)}: a decimal ${sign === WITH_COMMA ? 'comma where the numbers before have a point' : 'point where the numbers before have a comma'}`,
        );
      }
      if (sign === WITH_COMMA) return text.replace(',', '.');
      return text === '' ? null : text;
    });
    rows.add(number, cells);
  }
  return rows.rows;
};

function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g;
  let from = 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}

/** A line's cells; one in quotation marks may contain the delimiter, and doubled quotation marks. */
const cellsOf = (line: string, delimiter: string | undefined, row: number): string[] => {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  if (isQuoted) throw new SheetRefused(`${placeOf(row, cells.length)}: a quotation mark is not closed`);
  cells.push(cell.trim());
  return cells;
};

/** Decodes UTF-8 or UTF-16 by the first bytes, else Windows-1252. */
const textOf = (file: Buffer): string => {
  const text = new TextDecoder(encodingOf(file)).decode(file);
  if (/[\0\ufffe\uffff]/.test(text)) throw notText();
  return text;
};

const notText = () =>
  new SheetRefused('The file is neither a workbook nor a text of columns. Save it as .xlsx or .csv');

const encodingOf = (file: Buffer): string => {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  // In UTF-16, every other byte of digits is 0.
  if (file[1] === 0 && file[0] !== 0) return 'utf-16le';
  if (file[0] === 0 && file[1] !== 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};
