import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { useMemo, useState } from 'react';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { useStates } from '../devices/use-states.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { ALL } from './home-address.ts';

/** While the stream tells what is new, the day's lines behind the cards are moved on this often. */
const MOVE_ON_MS = 5 * 60_000;

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
  /** Its name, by which the map tells it from others. */
  key: string;
  state: DeviceState;
  answeredAt: number;
}

/** Devices with their states. One of which nothing changed stays the same, so that it is not drawn again. */
const useDevices = (
  answered: DashboardDevice[] | undefined,
  states: ReadonlyMap<string, DeviceState>,
  answeredAt: number,
): HomeDevice[] | undefined => {
  const [made] = useState(() => new WeakMap<DashboardDevice, HomeDevice>());
  return useMemo(
    () =>
      answered?.flatMap((device): HomeDevice[] => {
        const state = states.get(device.deviceName);
        if (state === undefined) return [];
        const known = made.get(device);
        if (known?.state === state && known.answeredAt === answeredAt) return [known];
        const present = { ...device, key: device.deviceName, state, answeredAt };
        made.set(device, present);
        return [present];
      }),
    [answered, states, answeredAt, made],
  );
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
  const devices = useDevices(data?.deviceData, states, dataUpdatedAt);
  return {
    devices,
    buildings: data?.buildingData,
    error: useHeldError(query),
    asOf: dataUpdatedAt,
    retry: () => void refetch(),
  };
};
