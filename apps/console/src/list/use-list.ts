import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useHeldError } from '../data/held-error.ts';
import { isSortedBy } from '../data/resources.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { pagesOf, readListState, withListState, type ListState } from './list-state.ts';

interface Options {
  filter?: Record<string, unknown>;
  /** False while what the list hangs on is not known yet. */
  enabled?: boolean;
}

/** One page of a resource as the address asks for it, and the ways to ask for another. */
export const useList = <Row extends RaRecord>(
  resource: string,
  { filter = {}, enabled = true }: Options = {},
) => {
  const [search, setSearch] = useSearchParams();
  const state = readListState(search, (field) => isSortedBy(resource, field));
  const refetchInterval = usePolling(LIST_POLL_MS);
  const query = useGetList<Row>(
    resource,
    {
      pagination: { page: state.page, perPage: state.size },
      sort: state.sort === null ? { field: 'id', order: 'ASC' } : { field: state.sort, order: state.order },
      filter: { ...filter, ...(state.q === '' ? {} : { q: state.q }) },
    },
    { placeholderData: keepPreviousData, refetchInterval, enabled },
  );
  const { data, total = 0, isPlaceholderData } = query;
  const { pages, isBeyond } = pagesOf(state, total);
  const leadsBack = data !== undefined && !isPlaceholderData && isBeyond;
  useEffect(() => {
    if (leadsBack) setSearch((before) => withListState(before, { page: pages }), { replace: true });
  }, [leadsBack, pages, setSearch]);
  return {
    ...state,
    // A page behind the last has no rows; that says nothing of the list.
    rows: data?.length === 0 && total > 0 && (isBeyond || isPlaceholderData) ? undefined : data,
    total,
    pages,
    isPending: query.isPending,
    isChanging: isPlaceholderData,
    error: useHeldError(query),
    /** When the rows shown were last known to be so. */
    asOf: (query as unknown as { dataUpdatedAt: number }).dataUpdatedAt,
    retry: () => void query.refetch(),
    /** A new search or size starts at the first page. */
    change: (change: Partial<ListState>) =>
      setSearch((before) => withListState(before, change), { replace: change.page === undefined }),
  };
};

export type List<Row extends RaRecord = RaRecord> = ReturnType<typeof useList<Row>>;
