import { describe, expect, it } from '@jest/globals';
import { itemsOf, rowsOfLog } from './list-pages.ts';

const LIST = { as: 'devices', key: 'deviceName' };
const named = (count: number) => Array.from({ length: count }, (_, place) => ({ deviceName: `d${place}` }));

/** Reads a list, which `change` may change before each further page. */
const read = async (list: object[], change: (list: object[]) => void = () => undefined) => {
  const pages: { offset: number; limit: number }[] = [];
  const items: object[] = [];
  const ask = async (page: { offset: number; limit: number }) => {
    if (pages.length > 0) change(list);
    pages.push(page);
    return { devices: list.slice(page.offset, page.offset + page.limit) };
  };
  for await (const some of itemsOf(LIST, ask)) items.push(...some);
  return { items, pages };
};

describe('the items of a list', () => {
  it.each([0, 1, 99, 100, 101, 199, 200, 250])('are all read, each once: %d', async (count) => {
    const list = named(count);
    expect((await read(list)).items).toEqual(list);
  });

  it('are asked for a hundred at once', async () => {
    const { pages } = await read(named(150));
    expect(pages).toEqual([
      { offset: 0, limit: 100 },
      { offset: 99, limit: 100 },
    ]);
  });

  it.each([
    ['loses its first item', (list: object[]) => void list.shift()],
    ['has its last item first', (list: object[]) => void list.unshift(list.pop()!)],
    ['has its first item last', (list: object[]) => void list.push(list.shift()!)],
  ])('are all read, each once, if their list %s before each further page', async (_what, change) => {
    const always = named(350).slice(100, 250);
    const { items } = await read(named(350), change);
    const names = items.map((item) => (item as { deviceName: string }).deviceName);
    expect(new Set(names).size).toBe(names.length);
    expect(items).toEqual(expect.arrayContaining(always));
  });

  it('are read once more if the list changed; missing items come last', async () => {
    const list = named(250);
    let changes = 0;
    const { items, pages } = await read(list, () => {
      if (changes++ === 0) list.unshift(list.splice(200, 1)[0]!);
    });
    expect(items.at(-1)).toEqual({ deviceName: 'd200' });
    expect(items).toHaveLength(250);
    expect(pages.filter(({ offset }) => offset === 0)).toHaveLength(2);
  });

  it('are refused if further ones come every time', async () => {
    let count = 1_000;
    const grow = (list: object[]) => void list.unshift({ deviceName: `d${count++}` });
    await expect(read(named(250), grow)).rejects.toMatchObject({ code: 'ListChanged' });
  });
});

describe('the rows of a log', () => {
  const LOG = { as: 'mqttLogs', key: 'id' };
  type LogRow = { id: string };
  const rowOf = (number: number): LogRow => ({ id: `m${String(number).padStart(6, '0')}` });
  /** This many rows, the newest first. */
  const logOf = (count: number) => Array.from({ length: count }, (_, place) => rowOf(count - place));

  /** Reads a log, which `change` may change before each further page. */
  const readLog = async (
    log: LogRow[],
    {
      isSearched = false,
      most = 1_000,
      change = () => {},
    }: Partial<Parameters<typeof rowsOfLog>[2]> & {
      change?: (log: LogRow[]) => void;
    } = {},
  ) => {
    const offsets: number[] = [];
    const rows: LogRow[] = [];
    const ask = async ({ offset, limit, upTo }: { offset: number; limit: number; upTo?: string }) => {
      if (offsets.length > 0) change(log);
      offsets.push(offset);
      const found = log.filter(({ id }) => upTo === undefined || id <= upTo);
      return { mqttLogs: found.slice(offset, offset + limit) };
    };
    for await (const some of rowsOfLog(LOG, ask, { isSearched, most })) rows.push(...(some as LogRow[]));
    return { rows, offsets };
  };

  it.each([0, 1, 99, 100, 101, 199, 250])('are all read, each once, searched or not: %d', async (count) => {
    for (const isSearched of [false, true])
      expect((await readLog(logOf(count), { isSearched })).rows).toEqual(logOf(count));
  });

  it('are rows from before the export, however many rows arrive meanwhile', async () => {
    for (const isSearched of [false, true]) {
      let count = 250;
      const change = (log: LogRow[]) => void log.unshift(rowOf(++count));
      expect((await readLog(logOf(250), { isSearched, change })).rows).toEqual(logOf(250));
    }
  });

  it('are read to their end although the oldest ones, and the last one that was read, are removed', async () => {
    const change = (log: LogRow[]) => {
      log.pop();
      const lastRead = log.findIndex(({ id }) => id === rowOf(151).id);
      if (lastRead >= 0) log.splice(lastRead, 1);
    };
    const { rows } = await readLog(logOf(250), { change });
    expect(rows).toEqual(logOf(250).slice(0, rows.length));
    expect(rows.length).toBeGreaterThan(240);
  });

  it('are asked for without leaving out any before, unless they are searched', async () => {
    expect((await readLog(logOf(250))).offsets).toEqual([0, 0, 0]);
    expect((await readLog(logOf(250), { isSearched: true })).offsets).toEqual([0, 100, 200]);
  });

  it('are the newest ones up to a number', async () => {
    expect((await readLog(logOf(250), { most: 150 })).rows).toEqual(logOf(250).slice(0, 150));
  });
});
