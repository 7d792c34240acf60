import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { useAsk } from '../data/use-ask.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** A plan's address expires after at most an hour; until about then, the loaded image stays. */
const PLAN_FRESH_MS = 30 * MINUTE_MS;

/** A floor with the address of its plan. */
export const useFloor = (floorId: string) => {
  const { data, ...asked } = useAsk(
    'GET /floor/:id',
    { id: floorId },
    { queryKey: ['floor', 'plan', floorId], select: ({ floor }) => floor, staleTime: PLAN_FRESH_MS },
  );
  return { floor: data, ...asked };
};

/** The devices on a floor in the last response. */
export const useDevicesOnFloor = (floorId: string) => {
  const query = useQuery({
    // Starts with the devices' key, to be refreshed when a device is moved.
    queryKey: ['device', 'on-floor', floorId],
    queryFn: ({ signal }) => ask('GET /getDevicesByFloor/:floorId', { floorId }, signal),
    select: ({ devices }) => devices,
    refetchInterval: usePolling(LIST_POLL_MS),
  });
  return {
    devices: query.data,
    answeredAt: query.dataUpdatedAt,
    error: useHeldError(query),
    retry: () => void query.refetch(),
  };
};
