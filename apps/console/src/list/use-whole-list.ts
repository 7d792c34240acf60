import { useGetList, type RaRecord } from 'react-admin';
import { useHeldError } from '../data/held-error.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { PAGE_SIZES } from './list-state.ts';
import type { List } from './use-list.ts';

/** All rows of a resource that is answered whole, beside a list whose page the address tells of. */
export const useWholeList = <Row extends RaRecord>(
  resource: string,
  filter: Record<string, unknown>,
): List<Row> => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const query = useGetList<Row>(resource, { filter }, { refetchInterval });
  return {
    page: 1,
    size: PAGE_SIZES[0]!,
    sort: null,
    order: 'ASC',
    q: '',
    hidden: null,
    rows: query.data,
    total: query.total ?? 0,
    pages: 1,
    isPending: query.isPending,
    isChanging: false,
    error: useHeldError(query),
    asOf: (query as unknown as { dataUpdatedAt: number }).dataUpdatedAt,
    retry: () => void query.refetch(),
    change: () => undefined,
  };
};
