import { PAGE_DEFAULT } from '@telemon/contracts/page';

/** How a list is looked at. All of it stands in the address, so that a link shows the same. */
export interface ListState {
  page: number;
  size: number;
  /** null: in the service's own order. */
  sort: string | null;
  order: 'ASC' | 'DESC';
  q: string;
  /** Columns that are not shown; null: those the list leaves out by itself. */
  hidden: string[] | null;
}

export const PAGE_SIZES = [10, 25, 50, 100];

/** So far that its offset is still a number that the service reads. */
const LAST_PAGE = 1_000_000;

const pageOf = (text: string | null) => {
  const number = Number.parseInt(text ?? '', 10);
  return number >= 1 ? Math.min(number, LAST_PAGE) : 1;
};

/** What an address written by hand asks for and the list doesn't offer is as if it were not there. */
export const readListState = (
  search: URLSearchParams,
  isSortedBy: (field: string) => boolean = () => true,
): ListState => {
  const sort = search.get('sort');
  return {
    page: pageOf(search.get('page')),
    size: PAGE_SIZES.find((size) => String(size) === search.get('size')) ?? PAGE_DEFAULT,
    sort: sort !== null && isSortedBy(sort) ? sort : null,
    order: search.get('order') === 'DESC' ? 'DESC' : 'ASC',
    q: search.get('q') ?? '',
    hidden: search.get('hide')?.split(',').filter(Boolean) ?? null,
  };
};

/** The address after a change; what is as usual is left out of it, and what isn't the list's stays. */
export const withListState = (search: URLSearchParams, change: Partial<ListState>): URLSearchParams => {
  const state = { ...readListState(search), ...change };
  if (
    change.page === undefined &&
    (change.q !== undefined || change.size !== undefined || 'sort' in change)
  ) {
    state.page = 1;
  }
  const next = new URLSearchParams(search);
  const set = (name: string, value: string, usual: string) => {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  };
  set('page', String(state.page), '1');
  set('size', String(state.size), String(PAGE_DEFAULT));
  set('sort', state.sort ?? '', '');
  set('order', state.sort === null ? 'ASC' : state.order, 'ASC');
  set('q', state.q, '');
  if (state.hidden === null) next.delete('hide');
  else next.set('hide', state.hidden.join(','));
  return next;
};

/** How many pages there are, and whether this one lies behind the last: rows were deleted, or somebody typed a number. */
export const pagesOf = ({ page, size }: Pick<ListState, 'page' | 'size'>, total: number) => {
  const pages = Math.max(1, Math.ceil(total / size));
  return { pages, isBeyond: page > pages };
};

/** Up, down, and back to the service's own order. */
export const nextSort = (
  { sort, order }: Pick<ListState, 'sort' | 'order'>,
  field: string,
): Pick<ListState, 'sort' | 'order'> => {
  if (sort !== field) return { sort: field, order: 'ASC' };
  return order === 'ASC' ? { sort: field, order: 'DESC' } : { sort: null, order: 'ASC' };
};

/** Which page numbers a pager offers: the ends, the present one and its neighbours; null stands for a gap. */
export const pagesOffered = (page: number, pages: number): (number | null)[] => {
  const offered = new Set([1, pages, page - 1, page, page + 1].filter((one) => one >= 1 && one <= pages));
  const sorted = [...offered].sort((one, other) => one - other);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    if (before === undefined || one === before + 1) return [one];
    return one === before + 2 ? [one - 1, one] : [null, one];
  });
};
