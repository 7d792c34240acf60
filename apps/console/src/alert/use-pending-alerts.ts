import { useTotal } from '../kit/use-total.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** The number of pending firings; undefined while it loads. */
export const usePendingAlerts = (): number | undefined => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  return useTotal('alertLog', { status: 'Pending' }, { refetchInterval });
};
