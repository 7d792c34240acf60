import { CHANNELS, type Reading } from '@telemon/contracts/readings';
import { useEffect, useMemo, useState } from 'react';
import { ListView } from '../list/list-view.tsx';
import { useList, type List } from '../list/use-list.ts';
import { useLiveStore } from '../live/live-context.ts';
import { startOfDay } from '../texts/time.ts';
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

/** Two rows with the same key are the same reading. */
const keyOf = ({ timestamp, receivedAt, TC1, TC2, TC3, TC4 }: Row): string =>
  [timestamp, receivedAt, TC1, TC2, TC3, TC4].join();

/** Rows with ids of their own: several readings may have the same timestamp. Newer rows change no id of an older one. */
const withIds = (rows: readonly Row[]): Row[] => {
  const seen = new Map<string, number>();
  return rows
    .toReversed()
    .map((row) => {
      const before = seen.get(row.timestamp) ?? 0;
      seen.set(row.timestamp, before + 1);
      return { ...row, id: `${row.timestamp} ${before}` };
    })
    .toReversed();
};

const newestFirst = (one: Row, other: Row): number => Date.parse(other.timestamp) - Date.parse(one.timestamp);

/** The first page, and the readings that have arrived since: each at its place by time. */
const useLiveRows = (list: List<Row>, { deviceName, range }: DevicePageKey): List<Row> => {
  const store = useLiveStore();
  const [fresh, setFresh] = useState<Row[]>([]);
  const isLive = includesNow(range, Date.now()) && list.page === 1 && list.sort === null;
  useEffect(() => {
    setFresh([]);
    if (!isLive) return;
    return store.subscribeToReadings(deviceName, (readings) =>
      setFresh((before) => [...readings.map(rowOf).toReversed(), ...before].slice(0, list.size)),
    );
  }, [store, deviceName, isLive, list.size]);
  return useMemo(() => {
    if (list.rows === undefined) return list;
    const known = new Set(list.rows.map(keyOf));
    // An older reading belongs to a later page.
    const since =
      list.rows.length < list.size
        ? new Date(startOfDay(range.from)).toISOString()
        : list.rows.at(-1)!.timestamp;
    const added = fresh.filter((row) => {
      const isNew = row.timestamp >= since && !known.has(keyOf(row));
      known.add(keyOf(row));
      return isNew;
    });
    if (added.length === 0) return { ...list, rows: withIds(list.rows) };
    const total = list.total + added.length;
    return {
      ...list,
      rows: withIds([...added, ...list.rows].toSorted(newestFirst).slice(0, list.size)),
      total,
      pages: Math.max(1, Math.ceil(total / list.size)),
    };
  }, [list, fresh, range.from]);
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

/** Every reading of the range, newest first; new ones come in at their place. */
export const SensorLog = ({ page, sensors, isWaiting, isSaid }: Props) => {
  const text = useText();
  const { deviceName, sensor, range } = page;
  const answered = useList<Row>('sensor-log', {
    filter: { deviceName, sensor, fromDate: range.from, toDate: range.to },
  });
  const list = useLiveRows(answered, page);
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
