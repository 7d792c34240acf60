import { CHANNELS, type Reading } from '@telemon/contracts/readings';
import { useEffect, useMemo, useState } from 'react';
import { ListView } from '../list/list-view.tsx';
import { useList, type List } from '../list/use-list.ts';
import { useLiveStore } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { includesNow } from './range.ts';
import { saidOnce } from './said-once.ts';
import { columnsFor, type Row, type Sensor } from './sensor-log-columns.tsx';
import type { DevicePageKey } from './use-device-page.ts';
import styles from './sensor-log.module.css';

/** A reading as the log has it. */
const rowOf = (reading: Reading): Row => {
  const timestamp = new Date(reading.timestamp).toISOString();
  const values = CHANNELS.flatMap((channel) =>
    (
      [
        ['TC', reading.current],
        ['TN', reading.minimum],
        ['TM', reading.maximum],
        ['TA', reading.average],
      ] as const
    ).map(([prefix, series]) => [`${prefix}${channel}`, series[channel - 1] ?? null]),
  );
  return {
    ...(Object.fromEntries(values) as Omit<Row, 'id' | 'timestamp' | 'receivedAt' | 'BATTERY'>),
    id: timestamp,
    timestamp,
    receivedAt: new Date(reading.receivedAt).toISOString(),
    BATTERY: reading.battery,
  };
};

/** The first page with what has come since it was answered on top of it. */
const useLiveRows = (list: List<Row>, deviceName: string, isLive: boolean): List<Row> => {
  const store = useLiveStore();
  const [fresh, setFresh] = useState<Row[]>([]);
  const onTop = isLive && list.page === 1 && list.sort === null;
  useEffect(() => {
    setFresh([]);
    if (!onTop) return;
    return store.subscribeToReadings(deviceName, (readings) =>
      setFresh((before) => [...readings.map(rowOf).toReversed(), ...before].slice(0, list.size)),
    );
  }, [store, deviceName, onTop, list.size]);
  return useMemo(() => {
    if (list.rows === undefined || fresh.length === 0) return list;
    const newest = list.rows[0]?.timestamp ?? '';
    const added = fresh.filter(({ timestamp }) => timestamp > newest);
    const total = list.total + added.length;
    return {
      ...list,
      rows: [...added, ...list.rows].slice(0, list.size),
      total,
      pages: Math.max(1, Math.ceil(total / list.size)),
    };
  }, [list, fresh]);
};

interface Props {
  page: DevicePageKey;
  /** Undefined until they are known. */
  sensors: readonly Sensor[] | undefined;
  /** The device has never sent anything. */
  isWaiting: boolean;
  /** That nothing newer can be had is said above already. */
  isSaid: boolean;
}

/** Every reading of the range, newest first; new ones come in on top. */
export const SensorLog = ({ page, sensors, isWaiting, isSaid }: Props) => {
  const text = useText();
  const { deviceName, sensor, range } = page;
  const answered = useList<Row>('sensor-log', {
    filter: { deviceName, sensor, fromDate: range.from, toDate: range.to },
  });
  const list = useLiveRows(answered, deviceName, includesNow(range, Date.now()));
  const rows = sensors && list.rows;
  return (
    <div className={styles.log}>
      <ListView
        bare
        list={saidOnce({ ...list, rows }, isSaid)}
        label={text('device.tabs.sensor-log')}
        columns={columnsFor({ sensors: sensors ?? [], sensor, rows: rows ?? [], text })}
        empty={{
          title: text('chart.none'),
          what: text(isWaiting ? 'device.firstReading.here' : 'chart.noneWhat'),
        }}
      />
    </div>
  );
};
