import { describe, expect, it } from '@jest/globals';
import { itemsOf } from './list-pages.ts';

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

  it('are read once more if the list changed, with those last that were missing', async () => {
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
