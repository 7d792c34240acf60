import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** How many firings wait to be acknowledged; undefined until it is known. */
export const usePendingAlerts = (): number | undefined => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const { data } = useQuery({
    queryKey: ['alert-log', 'pending-count'],
    queryFn: ({ signal }) => ask('GET /alertLog', { status: 'Pending', limit: 1 }, signal),
    select: ({ pagination }) => pagination.totalCount,
    refetchInterval,
  });
  return data;
};
