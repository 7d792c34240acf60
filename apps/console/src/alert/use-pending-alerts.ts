import { useGetList } from 'react-admin';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** How many firings wait to be acknowledged; undefined until it is known. */
export const usePendingAlerts = (): number | undefined => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  return useGetList(
    'alertLog',
    {
      filter: { status: 'Pending' },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    },
    { refetchInterval },
  ).total;
};
