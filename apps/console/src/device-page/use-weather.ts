import { useQuery } from '@tanstack/react-query';
import type { Weather } from '@telemon/contracts/devices/weather';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ask } from '../data/ask.ts';

/** The page's response came without it; it is available a moment later, ms. */
const PENDING_MS = 1_000;
/** The server refreshes it every ten minutes, after a failure every minute. */
const KNOWN_MS = 5 * MINUTE_MS;
const UNAVAILABLE_MS = 60_000;
const INTERVALS_MS: Partial<Record<Weather['status'], number>> = {
  pending: PENDING_MS,
  unavailable: UNAVAILABLE_MS,
};

/** The newest weather at a device, from the page's response or this query. */
export const useWeather = (deviceName: string, told: Weather, toldAt: number): Weather => {
  const newestOf = (data: Weather | undefined, answeredAt: number) =>
    data !== undefined && answeredAt > toldAt ? data : told;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['weather', deviceName],
    queryFn: async ({ signal }) =>
      (await ask('GET /deviceDashboard/getWeather/:deviceName', { deviceName }, signal)).weather,
    initialData: told,
    initialDataUpdatedAt: toldAt,
    staleTime: KNOWN_MS,
    refetchInterval: ({ state }) =>
      INTERVALS_MS[newestOf(state.data, state.dataUpdatedAt).status] ?? KNOWN_MS,
  });
  return newestOf(data, dataUpdatedAt);
};
