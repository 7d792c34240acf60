import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import type { Reading } from '@telemon/contracts/readings';
import { useEffect, useRef, useState } from 'react';
import { ask, type Answer } from '../data/ask.ts';
import { presentOf } from '../state/device-state.ts';
import {
  CHART_POLL_MS,
  LIST_POLL_MS,
  useLiveDevice,
  useLiveStore,
  usePolling,
} from '../live/live-context.ts';
import { followReadings } from './follow-readings.ts';
import type { Span } from '../chart/axes.ts';
import { askedOfRange, includesNow, keyOf, quickRangeOf } from './range.ts';
import { askedOf, type View } from './view.ts';

/** Interval of reloads, ms: of a range that moves even without readings; of any other, while the stream is down, for the newest values. */
const MOVE_ON_MS = 60_000;
/** Readings within this time are rendered together, ms. */
const PICTURE_MS = 100;
/** The last part of the query key of a range that no new reading can change. */
const PAST = 'past';
/** Half an hour of a fast device; older readings are in responses by then. */
const MOST_HELD = 20_000;

export interface DevicePageKey extends Pick<View, 'sensor' | 'range' | 'zoom'> {
  deviceName: string;
}

/** The displayed response: of the requested view, or of the former one while it loads. */
export interface Standing {
  data: DeviceDashboard;
  page: DevicePageKey;
  answeredAt: number;
}

/**
 * The data of a device's page, in one request; updated when new readings fall into its range. While another sensor or range loads,
 * or if it can't be loaded, the former data stays.
 */
export const useDevicePage = (page: DevicePageKey) => {
  const { deviceName, sensor, range } = page;
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const polling = usePolling(CHART_POLL_MS);
  const isMovingOn = range.last !== undefined || quickRangeOf(range, Date.now()) === 'today';
  const isLive = includesNow(range, Date.now());
  const query = useQuery({
    queryKey: ['device-page', deviceName, sensor, keyOf(range)],
    queryFn: ({ signal }) =>
      ask(
        'GET /deviceDashboard/:deviceName',
        { deviceName, sensor: sensor as '1', ...askedOfRange(range) },
        signal,
      ),
    refetchInterval: isMovingOn ? polling || MOVE_ON_MS : polling && MOVE_ON_MS,
  });
  const { data, dataUpdatedAt: answeredAt } = query;
  const [before, setBefore] = useState<Standing | null>(null);
  if (data && (before?.data !== data || before.page.zoom !== page.zoom))
    setBefore({ data, page, answeredAt });
  useEffect(
    () =>
      isLive
        ? followReadings(
            (listener) => store.subscribeToReadings(deviceName, listener),
            () =>
              queryClient.refetchQueries(
                {
                  queryKey: ['device-page', deviceName],
                  type: 'active',
                  predicate: ({ queryKey }) => queryKey.at(-1) !== PAST,
                },
                { cancelRefetch: false },
              ),
          )
        : undefined,
    [store, queryClient, deviceName, isLive],
  );
  const standing: Standing | null = data ? { data, page, answeredAt } : before;
  return { ...query, standing };
};

/** Whether the device is a tank; the home page's cache may know it before the page has loaded. */
export const useIsTank = (deviceName: string, data: DeviceDashboard | undefined): boolean => {
  const homes = useQueryClient().getQueriesData<Pick<Answer<'GET /dashboard/'>, 'deviceData'>>({
    queryKey: ['home'],
  });
  const atHome = homes.flatMap(([, home]) => home?.deviceData ?? []);
  const device = data?.deviceInfo ?? atHome.find((one) => one.deviceName === deviceName);
  return device !== undefined && hasDepth(device.template);
};

/** The device's present state, from the response and the live stream; undefined while it loads. */
export const usePresent = (data: DeviceDashboard | undefined, deviceName: string, answeredAt: number) => {
  const live = useLiveDevice(deviceName);
  return data && presentOf({ ...data.deviceInfo, answeredAt }, live);
};

/** The device's newest voltage; null if it has sent none, undefined while the page loads. */
export const useBattery = (data: DeviceDashboard | undefined): number | null | undefined => {
  const live = useLiveDevice(data?.deviceInfo.deviceName ?? '');
  if (data === undefined) return undefined;
  const { battery, timestamp } = data.latestData;
  const isNewer = timestamp === null || live.batteryTimestamp >= Date.parse(timestamp);
  return battery === null || isNewer ? (live.battery ?? battery) : battery;
};

/** Whether the reading that arrived last is a test. */
export const useIsTest = (
  data: DeviceDashboard | undefined,
  deviceName: string,
  answeredAt: number,
): boolean => {
  const live = useLiveDevice(deviceName);
  const lastUpdated = usePresent(data, deviceName, answeredAt)?.lastUpdated;
  if (live.receivedAt !== null && live.receivedAt === lastUpdated) return live.isTest === true;
  const newest = data?.latestData.lastThree[0];
  return newest?.test === true && Date.parse(newest.receivedAt) === lastUpdated;
};

/** The chart data of some sensors: the detail of a part, or further curves. Without sensors it sends no request. */
export const useGraphs = ({ deviceName, range, zoom }: DevicePageKey, sensors: readonly string[]) => {
  const isPast = zoom === null ? !includesNow(range, Date.now()) : zoom[1] < Date.now();
  const asked = askedOf({ range, zoom });
  return useQueries({
    queries: sensors.map((sensor) => ({
      queryKey: [
        'device-page',
        deviceName,
        'graph',
        sensor,
        zoom?.join(' ') ?? keyOf(range),
        isPast ? PAST : '',
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask(
          'GET /deviceDashboard/getGraphData/:deviceName',
          { deviceName, sensor: sensor as '1', ...asked },
          signal,
        ),
    })),
  });
};

/** The device's live readings since the displayed response. */
export const useNewReadings = (deviceName: string, answeredAt: number): Reading[] => {
  const store = useLiveStore();
  const [readings, setReadings] = useState<Reading[]>([]);
  const waiting = useRef<Reading[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      const fresh = waiting.current;
      waiting.current = [];
      if (fresh.length > 0) setReadings((before) => [...before, ...fresh].slice(-MOST_HELD));
    };
    const unsubscribe = store.subscribeToReadings(deviceName, (fresh) => {
      waiting.current.push(...fresh);
      if (timer !== undefined) return;
      // The first is rendered at once; those that follow closely wait for the next rendering.
      show();
      timer = setTimeout(show, PICTURE_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      waiting.current = [];
      setReadings([]);
    };
  }, [store, deviceName]);
  // Readings in a response need not be kept twice.
  useEffect(() => {
    setReadings((before) => before.filter(({ receivedAt }) => receivedAt > answeredAt - PICTURE_MS));
  }, [answeredAt]);
  return readings;
};

/** The device's alerts that are not paused, for their set points. */
export const useRules = (deviceName: string) => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  return useQuery({
    queryKey: ['alerts-of-device', 'all', deviceName],
    queryFn: ({ signal }) =>
      ask('GET /deviceDashboard/getAlertData/:deviceName', { deviceName, limit: 100 }, signal),
    select: ({ alerts }) => alerts.filter(({ paused }) => !paused),
    refetchInterval,
  }).data;
};

const NONE: readonly AlertLogEntry[] = [];

/** Entries of the device's alert log, at most a hundred. */
const useEntries = (
  deviceName: string,
  asked: { state: 'firing' } | { firedFrom: string; firedTo: string },
): readonly AlertLogEntry[] => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const { data = NONE } = useQuery({
    queryKey: ['firing', deviceName, asked],
    queryFn: ({ signal }) =>
      ask('GET /deviceDashboard/getAlertLogData/:deviceName', { deviceName, limit: 100, ...asked }, signal),
    select: ({ alertLogs }) => alertLogs,
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  return data;
};

/** The device's firings in a part of the time axis. */
export const useFiringsIn = (deviceName: string, [from, to]: Span) =>
  useEntries(deviceName, { firedFrom: new Date(from).toISOString(), firedTo: new Date(to).toISOString() });

/** The entries of the device's alert log by which its alerts fire now. */
export const useFirings = (deviceName: string) => useEntries(deviceName, { state: 'firing' });
