import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
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
import { includesNow, quickRangeOf, type Range } from './range.ts';

/** Today moves on by itself, though nothing comes: what is shown is asked for this often. */
const MOVE_ON_MS = 60_000;
/** Several readings a second make one new picture. */
const PICTURE_MS = 100;
/** A fast device over half an hour; older ones are in the answers by then. */
const MOST_HELD = 20_000;

export interface DevicePageKey {
  deviceName: string;
  sensor: string;
  range: Range;
}

/** All of a device's page in one question; it is kept up to date where new readings fall into its range. */
export const useDevicePage = ({ deviceName, sensor, range }: DevicePageKey) => {
  const store = useLiveStore();
  const polling = usePolling(CHART_POLL_MS);
  const isToday = quickRangeOf(range, Date.now()) === 'today';
  const isLive = includesNow(range, Date.now());
  const page = useQuery({
    queryKey: ['device-page', deviceName, sensor, range.from, range.to],
    queryFn: ({ signal }) =>
      ask(
        'GET /deviceDashboard/:deviceName',
        { deviceName, sensor: sensor as '1', fromDate: range.from, toDate: range.to },
        signal,
      ),
    refetchInterval: isToday ? polling || MOVE_ON_MS : false,
    placeholderData: (previous, query) => (query?.queryKey[1] === deviceName ? previous : undefined),
  });
  const { refetch } = page;
  useEffect(
    () =>
      isLive
        ? followReadings(
            (listener) => store.subscribeToReadings(deviceName, listener),
            () => refetch({ cancelRefetch: false }),
          )
        : undefined,
    [store, deviceName, refetch, isLive],
  );
  return page;
};

/** Whether the device is a tank, which the home page may have told before the page's own answer is here. */
export const useIsTank = (deviceName: string, data: DeviceDashboard | undefined): boolean => {
  const homes = useQueryClient().getQueriesData<Pick<Answer<'GET /dashboard/'>, 'deviceData'>>({
    queryKey: ['home'],
  });
  const atHome = homes.flatMap(([, home]) => home?.deviceData ?? []);
  const device = data?.deviceInfo ?? atHome.find((one) => one.deviceName === deviceName);
  return device !== undefined && hasDepth(device.template);
};

/** How the device is now, by the answer and by what the stream has told since; undefined before there is an answer. */
export const usePresent = (data: DeviceDashboard | undefined, deviceName: string, answeredAt: number) => {
  const live = useLiveDevice(deviceName);
  return data && presentOf({ ...data.deviceInfo, answeredAt }, live);
};

/** The detail of a part of the chart; nothing is asked while there is none. */
export const useDetail = ({ deviceName, sensor }: DevicePageKey, span: [number, number] | null) =>
  useQuery({
    queryKey: ['device-page', deviceName, sensor, 'detail', span],
    queryFn: ({ signal }) =>
      ask(
        'GET /deviceDashboard/getGraphData/:deviceName',
        {
          deviceName,
          sensor: sensor as '1',
          fromDate: new Date(span![0]).toISOString(),
          toDate: new Date(span![1]).toISOString(),
        },
        signal,
      ),
    enabled: span !== null,
  });

/** The device's readings as they come, since the answer that is shown. */
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
      // The first is shown at once; what follows closely waits for the next picture.
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
  // What an answer holds need not be held twice.
  useEffect(() => {
    setReadings((before) => before.filter(({ receivedAt }) => receivedAt > answeredAt - PICTURE_MS));
  }, [answeredAt]);
  return readings;
};

/** The device's alerts, for their set points. */
export const useRules = (deviceName: string) => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  return useQuery({
    queryKey: ['alerts-of-device', 'all', deviceName],
    queryFn: ({ signal }) =>
      ask('GET /deviceDashboard/getAlertData/:deviceName', { deviceName, limit: 100 }, signal),
    select: ({ alerts }) => alerts,
    refetchInterval,
  }).data;
};

const NONE: readonly AlertLogEntry[] = [];

/** The entries of the device's alert log that are open now. */
export const useFirings = (deviceName: string): readonly AlertLogEntry[] => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const { data = NONE } = useQuery({
    queryKey: ['firing', deviceName],
    queryFn: ({ signal }) =>
      ask('GET /deviceDashboard/getAlertLogData/:deviceName', { deviceName, limit: 50 }, signal),
    select: ({ alertLogs }) => alertLogs.filter(({ clearedAt }) => clearedAt === null),
    refetchInterval,
  });
  return data;
};
