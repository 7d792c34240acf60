import { PAGE_LIMIT } from '@telemon/contracts/page';
import type { ExportedList } from './exported-lists.ts';
import { listChanged } from './exports.errors.ts';

/**
 * The items of a list, page by page. Each page begins with the last item of the one before: if it is another one, the list was
 * changed meanwhile, and items could be missing or come twice.
 * @throws listChanged then
 */
export async function* itemsOf(
  { as, key }: Pick<ExportedList, 'as' | 'key'>,
  ask: (page: { offset: number; limit: number }) => Promise<unknown>,
): AsyncGenerator<object[]> {
  let seen = 0;
  let last: unknown;
  for (;;) {
    const offset = Math.max(0, seen - 1);
    const page = ((await ask({ offset, limit: PAGE_LIMIT })) as Record<string, object[]>)[as]!;
    const keyOf = (item: object | undefined) => (item as Record<string, unknown> | undefined)?.[key];
    if (seen > 0 && keyOf(page[0]) !== last) throw listChanged();
    const items = seen > 0 ? page.slice(1) : page;
    yield items;
    if (page.length < PAGE_LIMIT) return;
    seen += items.length;
    last = keyOf(page.at(-1));
  }
}
