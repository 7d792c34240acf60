import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';

/** The address of a plan is good for an hour at the most; until it is near that, the image that is there stays. */
const PLAN_FRESH_MS = 30 * 60_000;

/** A floor with the address of its plan. */
export const useFloor = (floorId: string) => {
  const query = useQuery({
    queryKey: ['floor', 'plan', floorId],
    queryFn: ({ signal }) => ask('GET /floor/:id', { id: floorId }, signal),
    select: ({ floor }) => floor,
    staleTime: PLAN_FRESH_MS,
  });
  return { floor: query.data, error: useHeldError(query), retry: () => void query.refetch() };
};

/** The devices that stand on a floor, as the last answer told of them. */
export const useDevicesOnFloor = (floorId: string) => {
  const query = useQuery({
    // Begins as the devices' own, so that it is asked for anew when one is moved.
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
