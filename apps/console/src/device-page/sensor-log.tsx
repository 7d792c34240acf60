import type { SensorLogRow, SensorOption } from '@telemon/contracts/dashboards';
import { CHANNELS, type Reading } from '@telemon/contracts/readings';
import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { rowNumber, type Column } from '../list/column.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList, type List } from '../list/use-list.ts';
import { useLiveStore } from '../live/live-context.ts';
import { valueOrDash } from '../texts/numbers.ts';
import { dateTimeSeconds, fullTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { includesNow } from './range.ts';
import type { DevicePageKey } from './use-device-page.ts';

type Row = SensorLogRow & { id: string };
type Sensor = z.infer<typeof SensorOption>;

/** A reading as the log has it. */
export const rowOf = (reading: Reading): Row => {
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

const columnsFor = (sensors: readonly Sensor[], sensor: string): Column<Row>[] => [
  rowNumber<Row>(),
  {
    name: 'time',
    label: 'sensorLog.timestamp',
    fixed: true,
    onCard: 'title',
    render: ({ timestamp }) => (
      <time dateTime={timestamp} title={fullTime(timestamp)}>
        {dateTimeSeconds(timestamp)}
      </time>
    ),
  },
  ...sensors.map(({ option, sensorName }): Column<Row> => ({
    name: `current-${option}`,
    label: 'sensorLog.current',
    heading: sensorName,
    numeric: true,
    render: (row) => valueOrDash(row[`TC${Number(option) as 1}`]),
  })),
  ...(
    [
      ['minimum', 'TN'],
      ['maximum', 'TM'],
      ['average', 'TA'],
    ] as const
  ).map(([name, prefix]): Column<Row> => ({
    name,
    label: `sensorLog.${name}`,
    numeric: true,
    render: (row) => valueOrDash(row[`${prefix}${Number(sensor) as 1}`]),
  })),
  {
    name: 'battery',
    label: 'sensorLog.battery',
    numeric: true,
    render: ({ BATTERY }) =>
      BATTERY === null ? (
        <span className="unit">–</span>
      ) : (
        <>
          {BATTERY.toFixed(2)} <span className="unit">V</span>
        </>
      ),
  },
];

/** Every reading of the range, newest first; new ones come in on top. */
export const SensorLog = ({ page, sensors }: { page: DevicePageKey; sensors: readonly Sensor[] }) => {
  const text = useText();
  const { deviceName, sensor, range } = page;
  const answered = useList<Row>('sensor-log', {
    filter: { deviceName, sensor, fromDate: range.from, toDate: range.to },
  });
  const list = useLiveRows(answered, deviceName, includesNow(range, Date.now()));
  return (
    <ListView
      bare
      list={list}
      label={text('device.tabs.sensor-log')}
      columns={columnsFor(sensors, sensor)}
      empty={{ title: text('chart.none'), what: text('chart.noneWhat') }}
    />
  );
};
