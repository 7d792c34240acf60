import { describe, expect, it } from '@jest/globals';
import {
  BAD_TABLES,
  sheetRows,
  tableWorkbook,
  workbookOf,
  workbookParts,
} from '@telemon/testing/table-files';
import { zipFile } from '@telemon/testing/zip-file';
import { type BookType, CFB, utils, write } from '@e965/xlsx';
import { tableOfRows } from '../sensor-types/table-of-rows.ts';
import { rowsOfFile } from './sheet-file.ts';

const BOUNDS = { mostRows: 20_000, mostColumns: 2 };
const tableIn = (file: Buffer | string) => {
  const { raws, values } = tableOfRows(rowsOfFile(Buffer.from(file), BOUNDS));
  return [...raws].map((raw, row) => [raw, values[row]]);
};
const TABLE = [
  [0, -1.5],
  [10, 100],
];

describe('a table', () => {
  it.each([
    ['commas', '0,-1.5\n10,100'],
    ['semicolons and decimal commas', '0;-1,5\n10,0;100'],
    ['semicolons and decimal points', '0;-1.5\n10;100'],
    ['tabs', '0\t-1.5\n10\t100'],
    ['tabs and decimal commas', '0\t-1,5\n10\t100'],
    ['a header', 'raw,value\n0,-1.5\n10,100'],
    ['a header with quotation marks and spaces', ' "Raw (mA)" ; "Level, cm" \n0;-1,5\n10;100'],
    ['the line that Excel writes', 'sep=;\n0;-1,5\n10;100'],
    ['a byte order mark', '\ufeff0,-1.5\n10,100'],
    ['lines that end in CR LF', 'raw,value\r\n0,-1.5\r\n10,100\r\n'],
    ['lines that end in CR', '0,-1.5\r10,100'],
    ['empty lines at its end', '0,-1.5\n10,100\n\n,\n  \n'],
    ['quotation marks around numbers', '"0","-1.5"\n"10","100"'],
    ['exponents and signs', '0e0,-15e-1\n+1e1,1.0E2'],
  ])('is read from a text with %s', (_, text) => {
    expect(tableIn(text)).toEqual(TABLE);
  });

  it('is read from UTF-16 with and without a byte order mark, and from Windows-1252', () => {
    const little = Buffer.from('raw;value\r\n0;-1,5\r\n10;100', 'utf16le');
    const mark = Buffer.from([0xff, 0xfe]);
    expect(tableIn(little)).toEqual(TABLE);
    expect(tableIn(Buffer.concat([mark, little]))).toEqual(TABLE);
    expect(tableIn(Buffer.concat([mark, little]).swap16())).toEqual(TABLE);
    expect(tableIn(Buffer.from('temp\xe9rature;h\xf6he\n0;-1,5\n10;100', 'latin1'))).toEqual(TABLE);
  });

  it.each(['xlsx', 'biff8', 'biff5'] as BookType[])(
    'is read from the first sheet of a workbook (%s)',
    (bookType) => {
      const workbook = utils.book_new();
      const rows = [['Raw', 'Value'], [0, '-1.5'], [10, 100], [], [null, '']];
      utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'Table');
      utils.book_append_sheet(workbook, utils.aoa_to_sheet([['other', 'things', 'here']]), 'Notes');
      expect(tableIn(write(workbook, { type: 'buffer', bookType }) as Buffer)).toEqual(TABLE);
    },
  );

  it('is read from a workbook that also contains pictures and macros', () => {
    const parts = workbookParts(sheetRows(TABLE));
    const picture = { name: 'xl/media/image1.png', content: Buffer.alloc(100_000, 7) };
    expect(tableIn(zipFile([...parts, picture, { name: 'xl/vbaProject.bin', content: 'x' }]))).toEqual(TABLE);
  });

  it('is read from a sheet with gaps between its rows', () => {
    const rows =
      '<row r="7"><c r="A7"><v>0</v></c><c r="B7"><v>-1.5</v></c></row><row r="90000"><c r="A90000"><v>10</v></c><c r="B90000"><v>100</v></c></row>';
    expect(tableIn(workbookOf(rows))).toEqual(TABLE);
  });

  it('has up to 20,000 rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, row): [number, number] => [row, row / 2]);
    expect(tableIn(tableWorkbook([['raw', 'value'], ...rows]))).toHaveLength(20_000);
    expect(tableIn(rows.map((row) => row.join(';')).join('\n'))).toHaveLength(20_000);
  });
});

describe('a file that is refused', () => {
  // A file with a wrong name is refused before it is read.
  const read = BAD_TABLES.filter(({ fileName }) => !fileName.endsWith('.exe'));

  it.each(read.map((bad) => [bad.name, bad] as const))('for %s names the reason', (_, { make, says }) => {
    expect(() => tableIn(make())).toThrow(says);
  });

  it('is one with a password', () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]));
    CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5_000, 3));
    expect(() => tableIn(CFB.write(container, { type: 'buffer' }) as Buffer)).toThrow(/password/);
  });

  it.each(['xlsb', 'ods'] as BookType[])('is another kind of workbook (%s)', (bookType) => {
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(TABLE), 'Table');
    expect(() => tableIn(write(workbook, { type: 'buffer', bookType }) as Buffer)).toThrow(/not a workbook/);
  });
});
