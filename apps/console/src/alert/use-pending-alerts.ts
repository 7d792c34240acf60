import { useGetList } from 'react-admin';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** The number of pending firings; undefined while it loads. */
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
