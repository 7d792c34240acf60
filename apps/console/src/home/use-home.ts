import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { useMemo, useState } from 'react';
import { useGetList } from 'react-admin';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import { useStates } from '../state/use-states.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { ALL, mayFilter, type HomeFilter } from './home-address.ts';

/** Refresh interval of the sparklines while the stream is live. */
const REFRESH_MS = 5 * MINUTE_MS;
/** The most that a page of /v1 has. */
const FIRING = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'id', order: 'ASC' },
  filter: { state: 'firing' },
} as const;

const EVERYTHING: HomeFilter = { locationId: ALL, managerId: ALL };

const fetchHome = ({ locationId, managerId }: HomeFilter, signal: AbortSignal) =>
  locationId === ALL && managerId === ALL
    ? ask('GET /dashboard/', {}, signal)
    : ask('GET /dashboard/getFilteredDevices/:locationId/:managerId', { locationId, managerId }, signal);

export interface HomeDevice extends DashboardDevice {
  /** Its name, the key of its pin. */
  key: string;
  state: ShownState;
  /** The entries of the alerts that fire, as far as they are among the newest of all devices. */
  firings: readonly AlertLogEntry[];
  answeredAt: number;
}

const NONE: readonly AlertLogEntry[] = [];

/** The entries of the alert log by which alerts fire, by device. */
const useFirings = () => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const { data } = useGetList<AlertLogEntry>('alertLog', FIRING, { refetchInterval });
  return useMemo(() => Map.groupBy(data ?? [], ({ deviceName }) => deviceName), [data]);
};

/** Devices with their states. An unchanged device stays the same object, to avoid rerendering. */
const useDevices = (
  answered: DashboardDevice[] | undefined,
  states: ReadonlyMap<string, ShownState>,
  answeredAt: number,
): HomeDevice[] | undefined => {
  const firingsBy = useFirings();
  const [cache] = useState(() => new WeakMap<DashboardDevice, HomeDevice>());
  return useMemo(
    () =>
      answered?.flatMap((device): HomeDevice[] => {
        const state = states.get(device.deviceName);
        if (state === undefined) return [];
        const firings = firingsBy.get(device.deviceName) ?? NONE;
        const known = cache.get(device);
        if (known?.state === state && known.answeredAt === answeredAt && known.firings === firings)
          return [known];
        const present = { ...device, key: device.deviceName, state, firings, answeredAt };
        cache.set(device, present);
        return [present];
      }),
    [answered, states, answeredAt, cache, firingsBy],
  );
};

/** All devices of the home page with their current state, and the buildings. */
export const useHome = (chosen: HomeFilter) => {
  const polling = usePolling(LIST_POLL_MS);
  const { locationId, managerId } = mayFilter() ? chosen : EVERYTHING;
  const query = useQuery({
    queryKey: ['home', locationId, managerId],
    queryFn: ({ signal }) => fetchHome({ locationId, managerId }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: polling === false ? REFRESH_MS : polling,
  });
  const { data, refetch, dataUpdatedAt } = query;
  const states = useStates(data?.deviceData, dataUpdatedAt);
  return {
    devices: useDevices(data?.deviceData, states, dataUpdatedAt),
    buildings: data?.buildingData,
    error: useHeldError(query),
    asOf: dataUpdatedAt,
    retry: () => void refetch(),
  };
};
