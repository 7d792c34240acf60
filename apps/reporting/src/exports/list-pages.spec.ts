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
    ['got a new first item', (list: object[]) => void list.unshift({ deviceName: 'new' })],
    ['lost its first item', (list: object[]) => void list.shift()],
    ['lost all items', (list: object[]) => void list.splice(0)],
  ])('are refused if the list %s meanwhile', async (_what, change) => {
    await expect(read(named(150), change)).rejects.toMatchObject({ code: 'ListChanged' });
  });
});
