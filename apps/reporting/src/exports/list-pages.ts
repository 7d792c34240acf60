import { PAGE_LIMIT } from '@telemon/contracts/page';
import { MOST_LOG_ROWS_EXPORTED } from '@telemon/contracts/reporting/exports';
import type { ExportedList } from './exported-lists.ts';
import { listChanged } from './exports.errors.ts';

/** How often a list is read at most, while its order changes all the time. */
const MOST_READINGS = 10;

type Keyed = Pick<ExportedList, 'as' | 'key'>;
type Ask = (page: { offset: number; limit: number; upTo?: string }) => Promise<unknown>;

/**
 * The items of a list, page by page, each once. If the list changes meanwhile, it is read again, for items that moved from behind the
 * reader's place to before it; these items come last. Only the keys of all items are in memory.
 * @throws listChanged if each repetition finds further items
 */
export async function* itemsOf(list: Keyed, ask: Ask): AsyncGenerator<object[]> {
  const known = new Set<unknown>();
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const knownBefore = known.size;
    let isUnchanged = true;
    for await (const { items, isNextPage } of pagesOf(list, ask)) {
      isUnchanged &&= isNextPage;
      const others = items.filter((item) => !known.has(keyOf(list, item)));
      for (const item of others) known.add(keyOf(list, item));
      yield others;
    }
    if (isUnchanged || known.size === knownBefore) return;
  }
  throw listChanged();
}

const keyOf = ({ key }: Keyed, item: object): unknown => (item as Record<string, unknown>)[key];

/** Each page begins with the last item of the page before; if it begins with another item, the list was changed in between. */
async function* pagesOf(list: Keyed, ask: Ask): AsyncGenerator<{ items: object[]; isNextPage: boolean }> {
  let last: object | undefined;
  for (let offset = 0; ; offset += PAGE_LIMIT - 1) {
    const items = ((await ask({ offset, limit: PAGE_LIMIT })) as Record<string, object[]>)[list.as]!;
    const isNextPage =
      last === undefined || (items[0] !== undefined && keyOf(list, items[0]) === keyOf(list, last));
    yield { items, isNextPage };
    if (items.length < PAGE_LIMIT) return;
    last = items.at(-1);
  }
}

/**
 * The newest rows of a log, page by page. Rows that arrive meanwhile are left out, and rows may be removed meanwhile. Each page is asked for
 * up to the last row of the page before, which is equally fast at any place; only the rows that a search looks through are counted from its
 * first row.
 */
export async function* rowsOfLog(
  list: Keyed,
  ask: Ask,
  { isSearched, most = MOST_LOG_ROWS_EXPORTED }: { isSearched: boolean; most?: number },
): AsyncGenerator<object[]> {
  let place: { offset: number; upTo?: string } = { offset: 0 };
  let last: unknown;
  for (let left = most; left > 0;) {
    const page = ((await ask({ ...place, limit: PAGE_LIMIT })) as Record<string, object[]>)[list.as]!;
    const rows = page.filter((row) => keyOf(list, row) !== last).slice(0, left);
    yield rows;
    if (page.length < PAGE_LIMIT) return;
    left -= rows.length;
    last = keyOf(list, page.at(-1)!);
    place = isSearched
      ? { offset: place.offset + PAGE_LIMIT, upTo: place.upTo ?? String(keyOf(list, page[0]!)) }
      : { offset: 0, upTo: String(last) };
  }
}
