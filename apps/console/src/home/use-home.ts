import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '@telemon/contracts/dashboards';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { LIST_POLL_MS, useLiveStore, usePolling } from '../live/live-context.ts';
import { StateBook } from './state-book.ts';

/** While the stream tells what is new, the day's lines behind the cards are moved on this often. */
const MOVE_ON_MS = 5 * 60_000;
/** How often it is looked whether a device has fallen silent. */
const REVIEW_MS = 10_000;

/** What the documents have in the place of a location or a customer for all of them. */
export const ALL = '0';
/** Whose devices and buildings are shown; the admin alone chooses. */
export interface HomeFilter {
  locationId: string;
  managerId: string;
}
const EVERYTHING: HomeFilter = { locationId: ALL, managerId: ALL };

export const mayFilter = () => may('GET /dashboard/getAllLocations/');

const askFor = ({ locationId, managerId }: HomeFilter, signal: AbortSignal) =>
  locationId === ALL && managerId === ALL
    ? ask('GET /dashboard/', {}, signal)
    : ask('GET /dashboard/getFilteredDevices/:locationId/:managerId', { locationId, managerId }, signal);

export interface HomeDevice extends DashboardDevice {
  state: DeviceState;
  answeredAt: number;
}

const useStates = (devices: DashboardDevice[] | undefined, answeredAt: number) => {
  const live = useLiveStore();
  const [book] = useState(() => new StateBook(live));
  // Before the answer is drawn: without states it would be drawn as a fleet without devices.
  useLayoutEffect(() => {
    if (devices) book.setDevices(devices, answeredAt, Date.now());
  }, [book, devices, answeredAt]);
  useEffect(() => {
    const unsubscribe = live.subscribeToAll((deviceNames) => book.review(deviceNames, Date.now()));
    const timer = setInterval(() => book.review('all', Date.now()), REVIEW_MS);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [book, live]);
  return useSyncExternalStore(book.subscribe, book.now);
};

/** Every device of the home page with its present state, and the buildings. */
export const useHome = (chosen: HomeFilter) => {
  const polling = usePolling(LIST_POLL_MS);
  const { locationId, managerId } = mayFilter() ? chosen : EVERYTHING;
  const query = useQuery({
    queryKey: ['home', locationId, managerId],
    queryFn: ({ signal }) => askFor({ locationId, managerId }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: polling === false ? MOVE_ON_MS : polling,
  });
  const { data, refetch, dataUpdatedAt } = query;
  const states = useStates(data?.deviceData, dataUpdatedAt);
  const devices = useMemo(
    () =>
      data?.deviceData.flatMap((device): HomeDevice[] => {
        const state = states.get(device.deviceName);
        return state === undefined ? [] : [{ ...device, state, answeredAt: dataUpdatedAt }];
      }),
    [data, states, dataUpdatedAt],
  );
  return {
    devices,
    buildings: data?.buildingData,
    error: useHeldError(query),
    asOf: dataUpdatedAt,
    retry: () => void refetch(),
  };
};
