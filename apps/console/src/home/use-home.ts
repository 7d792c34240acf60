import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '@telemon/contracts/dashboards';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { LIST_POLL_MS, useLiveStore, usePolling } from '../live/live-context.ts';
import { StateBook } from './state-book.ts';

/** While the stream tells what is new, the day's lines behind the cards are moved on this often. */
const MOVE_ON_MS = 5 * 60_000;
/** How often it is looked whether a device has fallen silent. */
const REVIEW_MS = 10_000;

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

/** Every device of the home page with its present state. */
export const useHome = () => {
  const polling = usePolling(LIST_POLL_MS);
  const query = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => ask('GET /dashboard/', {}, signal),
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
  return { devices, error: useHeldError(query), asOf: dataUpdatedAt, retry: () => void refetch() };
};
