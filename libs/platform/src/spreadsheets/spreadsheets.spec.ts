import { afterAll, describe, expect, it } from '@jest/globals';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import exceljs from 'exceljs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { until } from '@telemon/testing/waiting';
import type { Column, Row } from './column.ts';
import { Spreadsheets } from './spreadsheets.ts';

const COLUMNS: Column[] = [
  { title: 'Device Id', kind: 'text' },
  { title: 'Timestamp', kind: 'time' },
  { title: 'Current', kind: 'number' },
];
const ZONE = 'Europe/Paris';
const spreadsheets = new Spreadsheets(fileURLToPath(new URL('./spreadsheet-program.ts', import.meta.url)));
afterAll(() => spreadsheets.stop());

async function* batches(...rows: Row[][]) {
  yield* rows;
}
const fileOf = async (format: SheetFormat, rows: Row[][], columns = COLUMNS): Promise<Buffer> => {
  const plan = { format, name: 'GraphData', subject: 'pump01, all days', columns, zone: ZONE };
  return buffer(spreadsheets.of(plan, batches(...rows)));
};
const workbookOf = async (rows: Row[][], columns = COLUMNS) => {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load((await fileOf('xlsx', rows, columns)) as never);
  return workbook;
};
const sheetOf = async (...rows: Row[][]) => (await workbookOf(rows)).getWorksheet('GraphData')!;
const linesOf = async (...rows: Row[][]) => (await fileOf('csv', rows)).toString().split('\r\n');

const SUMMER = Date.parse('2026-07-01T22:30:00.250Z');
const WINTER = Date.parse('2026-11-25T19:15:00Z');

const DANGEROUS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', ' =1', '\u200b=1'];

describe('a workbook', () => {
  it('has the titles, numbers as numbers, and times as dates that show the wall clock of the time zone', async () => {
    const sheet = await sheetOf([['pump01', SUMMER, 20.5]], [['pump01', WINTER, null]]);
    expect(sheet.getRow(1).values).toEqual([undefined, 'Device Id', 'Timestamp', 'Current']);
    expect(sheet.getRow(2).values).toEqual([undefined, 'pump01', new Date('2026-07-02T00:30:00.250Z'), 20.5]);
    expect(sheet.getRow(2).getCell(2).numFmt).toBe('yyyy-mm-dd hh:mm:ss.000');
    expect(sheet.getRow(3).values).toEqual([undefined, 'pump01', new Date('2026-11-25T20:15:00Z')]);
    expect(sheet.rowCount).toBe(3);
  });

  it('names its rows and time zone in its properties, and is ready to be filtered', async () => {
    const workbook = await workbookOf([[['pump01', SUMMER, 20.5]], [['pump02', WINTER, 3]]]);
    expect(workbook).toMatchObject({
      title: 'GraphData',
      subject: 'pump01, all days',
      description: 'Times are those of the time zone Europe/Paris',
    });
    expect(workbook.model).toMatchObject({
      definedNames: [{ name: '_xlnm._FilterDatabase', ranges: ['GraphData!$A$1:$C$3'] }],
    });
    const [sheet] = workbook.worksheets;
    expect(sheet!.autoFilter).toBe('A1:C3');
    expect(sheet!.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
  });

  it('has columns as wide as their titles and first texts need, within bounds', async () => {
    const columns: Column[] = [
      { title: 'SNo', kind: 'number' },
      { title: 'Expected Interval (min)', kind: 'number' },
      { title: 'Email', kind: 'text' },
      { title: 'Message', kind: 'text' },
      { title: 'Note', kind: 'text' },
    ];
    const row: Row = [1, 5, 'on-call@telemon.example.com', 'long '.repeat(50), null];
    const [sheet] = (await workbookOf([[row]], columns)).worksheets;
    expect(columns.map((_, place) => sheet!.getColumn(place + 1).width)).toEqual([12, 28, 28, 60, 10]);
  });

  it('has no formulas, shows texts as they are with any beginning, and keeps negative numbers as numbers', async () => {
    const sheet = await sheetOf(DANGEROUS.map((text) => [text, WINTER, -1.5]));
    for (const [place, text] of DANGEROUS.entries()) {
      const [name, , value] = [1, 2, 3].map((column) => sheet.getRow(place + 2).getCell(column));
      expect(name!.type).toBe(exceljs.ValueType.String);
      // In this format it stays a text when it is edited.
      expect(name!.numFmt).toBe('@');
      // XML has one line end.
      expect(String(name!.value).replaceAll('\r', '\n')).toBe(text.replaceAll('\r', '\n'));
      expect(value!.value).toBe(-1.5);
    }
  });

  it('has no formula in a title, either', async () => {
    const [sheet] = (await workbookOf([], [{ title: '=1+1', kind: 'number' }])).worksheets;
    const title = sheet!.getRow(1).getCell(1);
    expect([title.type, title.numFmt, title.value]).toEqual([exceljs.ValueType.String, '@', '=1+1']);
  });

  it('is readable with any characters and long texts', async () => {
    const texts = ['a\0b', '\u0001=1', 'x\uffff', '\ufffey', 'half \ud83d', 'z'.repeat(40_000)];
    const sheet = await sheetOf(texts.map((text) => [text, WINTER, 1]));
    const shown = texts.map((_, place) => sheet.getRow(place + 2).getCell(1).value);
    const cut = `${'z'.repeat(32_766)}…`;
    expect(shown).toEqual(['a\ufffdb', '\ufffd=1', 'x\ufffd', '\ufffdy', 'half \ufffd', cut]);
  });

  it('holds more rows than are written at once, in their order', async () => {
    const rows = Array.from({ length: 3_100 }, (_, place): Row => ['pump01', WINTER + place, place]);
    const sheet = await sheetOf(rows.slice(0, 2_000), rows.slice(2_000));
    const values = sheet.getColumn(3).values.slice(2);
    expect(values).toEqual(rows.map(([, , value]) => value));
  });
});

describe('comma-separated values', () => {
  it('are of UTF-8, with times of the time zone and their distance from UTC', async () => {
    const lines = await linesOf([
      ['pump01', SUMMER, 20.5],
      ['pump01', WINTER, null],
    ]);
    expect(lines).toEqual([
      '\uFEFFDevice Id,Timestamp,Current',
      'pump01,2026-07-02 00:30:00.250+02:00,20.5',
      'pump01,2026-11-25 20:15:00.000+01:00,',
      '',
    ]);
  });

  it('have no formulas, and keep quotes, commas and line breaks', async () => {
    const texts = [...DANGEROUS, 'a "b", c', 'two\nlines'];
    const file = (await fileOf('csv', [texts.map((text) => [text, WINTER, -1.5])])).toString();
    const time = '2026-11-25 20:15:00.000+01:00';
    const cells = [
      `'=1+1`,
      `'+1`,
      `'-1`,
      `'@SUM(A1)`,
      `'\t=1`,
      `"'\r=1"`,
      `"'\n=1"`,
      `'＝1+1`,
      `' =1`,
      `'\u200b=1`,
    ];
    const expected = [...cells, '"a ""b"", c"', '"two\nlines"'].map((cell) => `${cell},${time},-1.5\r\n`);
    expect(file.split('Current\r\n')[1]).toBe(expected.join(''));
  });

  it('have no formula behind a character that programs leave out', async () => {
    const [, line] = await linesOf([['\0=1+1', WINTER, 1]]);
    expect(line).toMatch(/^'\0=1\+1,/);
  });
});

describe('spreadsheets', () => {
  it('of several users are made at once, and each ends by itself', async () => {
    const counts = [1, 10, 500, 2_000];
    const sheets = await Promise.all(
      counts.map((count) => sheetOf(Array.from({ length: count }, (_, place): Row => ['p', WINTER, place]))),
    );
    expect(sheets.map(({ rowCount }) => rowCount - 1)).toEqual(counts);
  });

  it('ask for the next rows when the last ones are written, and no more once the reader has gone', async () => {
    let written = 0;
    let isClosed = false;
    const endless = async function* (): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          written++;
          yield [['p', WINTER, written]];
        }
      } finally {
        isClosed = true;
      }
    };
    const plan = { format: 'csv', name: 'GraphData', columns: COLUMNS, zone: ZONE } as const;
    let pieces = 0;
    for await (const _piece of spreadsheets.of(plan, endless())) {
      expect(written).toBe(pieces);
      pieces++;
      if (pieces === 5) break;
    }
    await until(() => isClosed);
    expect(written).toBe(4);
  });
});
