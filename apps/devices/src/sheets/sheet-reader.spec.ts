import { describe, expect, it } from '@jest/globals';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { mostOfChildrenDuring } from '@telemon/testing/memory';
import { BAD_TABLES, tableWorkbook } from '@telemon/testing/table-files';
import { SheetReader } from './sheet-reader.ts';

const BOUNDS = { mostRows: 20_000, mostColumns: 2 };
const GOOD = tableWorkbook([
  [0, 0],
  [10, 100],
]);
const MB = 1_048_576;

describe('the reader of uploaded sheets', () => {
  const reader = new SheetReader(new Lifecycle());
  /** With time enough for a busy machine. */
  const patient = new SheetReader(new Lifecycle(), 120_000);

  it('reads a workbook', async () => {
    expect(await patient.read('Table.XLSX', GOOD, BOUNDS)).toEqual([
      { number: 1, cells: [0, 0] },
      { number: 2, cells: [10, 100] },
    ]);
  });

  it('reads one file after another, and refuses more when many wait', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => patient.read('a.xlsx', GOOD, BOUNDS)),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect(answers.at(-1)).toMatchObject({ reason: { failure: { kind: 'unavailable', retryAfterS: 5 } } });
    expect(await patient.read('a.xlsx', GOOD, BOUNDS)).toHaveLength(2);
  });

  it('says that it is not available, and nothing about the file, if the service stops', async () => {
    const lifecycle = new Lifecycle();
    const stopping = new SheetReader(lifecycle);
    const answers = [1, 2].map(() => stopping.read('a.xlsx', GOOD, BOUNDS));
    const refusals = expect(Promise.allSettled(answers)).resolves.toEqual(
      Array(2).fill({
        status: 'rejected',
        reason: expect.objectContaining({ failure: expect.objectContaining({ kind: 'unavailable' }) }),
      }),
    );
    await new Promise(setImmediate);
    await lifecycle.stop();
    await refusals;
  });

  it.each([
    ['table.xlsm', 'Choose a file of type .xls, .xlsx or .csv', 'invalid'],
    ['table', 'Choose a file of type .xls, .xlsx or .csv', 'invalid'],
  ])('refuses %s', async (fileName, reason, kind) => {
    await expect(reader.read(fileName, GOOD, BOUNDS)).rejects.toMatchObject({
      failure: { kind, message: reason, fields: { file: reason } },
    });
  });

  it('refuses more than 5 MB', async () => {
    await expect(reader.read('a.csv', Buffer.alloc(5 * MB + 1, '1'), BOUNDS)).rejects.toMatchObject({
      failure: { kind: 'too-large' },
    });
  });

  it('takes little memory for any file', async () => {
    const full = tableWorkbook(Array.from({ length: 20_000 }, (_, row) => [row + 0.123456789, row / 7]));
    const files = [
      ...BAD_TABLES.filter(({ fileName }) => fileName.endsWith('.xlsx')).map(({ make }) => make),
      () => full,
    ];
    const readAll = async () => {
      for (const make of files) await reader.read('a.xlsx', make(), BOUNDS).catch(() => null);
    };
    // Node itself takes 60 MB of it.
    expect(await mostOfChildrenDuring(readAll())).toBeLessThan(150 * MB);
  }, 300_000);

  it('gives up a file that takes too long, and reads the next', async () => {
    const impatient = new SheetReader(new Lifecycle(), 1);
    await expect(impatient.read('a.xlsx', GOOD, BOUNDS)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message: 'The file takes too much time or memory to read. Save the data as .csv',
      },
    });
    expect(await reader.read('a.xlsx', GOOD, BOUNDS)).toHaveLength(2);
  });
});
