import { useQueryClient, type Query, type QueryKey } from '@tanstack/react-query';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { useEffect } from 'react';
import type { GetListParams } from 'react-admin';
import { useLiveStore } from '../live/live-context.ts';
import { rowOf, withNewRows, type LogPage } from './log-rows.ts';
import { endsOf, includesNow } from './range.ts';
import type { DevicePageKey } from './use-device-page.ts';
import { askedOf } from './view.ts';

/** The size of the largest page. */
const MOST_HELD = 100;

const paramsOf = (queryKey: QueryKey) => queryKey[2] as GetListParams;

/** Inserts live readings into the cached first page of the log. */
export const useLiveLog = ({ deviceName, sensor, range, zoom }: DevicePageKey): void => {
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const isLive = zoom === null ? includesNow(range, Date.now()) : zoom[1] > Date.now();
  const asked = askedOf({ range, zoom });
  const [from, to] = zoom ?? endsOf(range);
  useEffect(() => {
    if (!isLive) return;
    let fresh: SensorLogRow[] = [];
    const start = new Date(from).toISOString();
    const isFirstPage = ({ queryKey: [resource, call, params] }: Pick<Query, 'queryKey'>) => {
      if (resource !== 'sensor-log' || call !== 'getList') return false;
      const { pagination, sort, filter } = params as GetListParams;
      const { fromDate, toDate, ...of } = filter as Record<string, string>;
      const isOfPage = of.deviceName === deviceName && of.sensor === sensor;
      return (
        isOfPage &&
        fromDate === asked.fromDate &&
        toDate === asked.toDate &&
        pagination?.page === 1 &&
        sort?.field === 'id'
      );
    };
    const put = () => {
      if (fresh.length === 0) return;
      for (const [queryKey, page] of queryClient.getQueriesData<LogPage>({ predicate: isFirstPage })) {
        const next = page && withNewRows(page, fresh, paramsOf(queryKey).pagination!.perPage, start);
        if (next !== page) queryClient.setQueryData(queryKey, next);
      }
    };
    const ends = [
      store.subscribeToReadings(deviceName, (readings) => {
        const within = readings.filter(({ timestamp }) => timestamp <= to);
        fresh = [...within.map(rowOf).toReversed(), ...fresh].slice(0, MOST_HELD);
        put();
      }),
      // A response that was in flight when a reading arrived lacks it.
      queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
        const hasAnswer = type === 'updated' && 'action' in event && event.action.type === 'success';
        if (hasAnswer && isFirstPage(query)) put();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [store, queryClient, deviceName, sensor, asked.fromDate, asked.toDate, from, to, isLive]);
};
