import { Box } from '@mui/material';
import type { DeviceDashboard, SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { useListContext, type RaRecord } from 'react-admin';
import { Column, RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { columnFormat, formatVolts } from '../texts/numbers.ts';
import { WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { language } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { LastReading } from './last-reading.tsx';
import { withOwnIds } from './log-rows.ts';
import { Moment } from './moment.tsx';
import { Measured } from './panel.tsx';
import { TestChip } from './test-chip.tsx';
import type { DevicePageKey } from './use-device-page.ts';
import { useLiveLog } from './use-live-log.ts';
import { askedOf } from './view.ts';

type Row = SensorLogRow & RaRecord;
type Source = Exclude<keyof SensorLogRow, 'timestamp' | 'receivedAt' | 'test'>;

const SERIES = { minimum: 'TN', maximum: 'TM', average: 'TA' } as const;
const SERIES_NAMES = Object.keys(SERIES) as (keyof typeof SERIES)[];

/** The formats of a page's columns, which are made of all its rows. */
const formats = new WeakMap<object, Map<string, ReturnType<typeof columnFormat>>>();

const formatOf = (rows: readonly Row[], source: Source) => {
  const known = formats.get(rows) ?? new Map<string, ReturnType<typeof columnFormat>>();
  formats.set(rows, known);
  const key = `${language()} ${source}`;
  const format = known.get(key) ?? columnFormat(rows.map((row) => row[source]));
  known.set(key, format);
  return format;
};

const Value = ({ row, source }: { row: Row; source: Source }) => {
  const { data = [] } = useListContext<Row>();
  return <>{formatOf(data, source)(row[source])}</>;
};

const valueColumn = (source: Source, label: string) => (
  <Column<Row>
    key={source}
    source={source}
    label={label}
    align="right"
    render={(row) => <Value row={row} source={source} />}
  />
);

/** Many narrow columns: headings wrap before any is cut. */
const LOG = {
  '& .MuiTableCell-root': { px: { md: 1, lg: 1.5 } },
  '& .MuiTableCell-head': { py: 1, lineHeight: '16px', whiteSpace: 'pre-line', verticalAlign: 'bottom' },
  '& .MuiTableSortLabel-root': { minHeight: 16 },
  '& time': { whiteSpace: 'normal' },
};

const MARKED = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' } as const;

/** Beside the values of many sensors, only a wide table has space for this column. */
const OF_MANY_SENSORS = { BATTERY: WIDE_PX };

interface Props {
  page: DevicePageKey;
  data: DeviceDashboard;
}

/** Every reading of the range, newest first, with live ones inserted. */
export default function SensorLog({ page, data }: Props) {
  const text = useText();
  const { deviceName, sensor } = page;
  const sensors = data.sensorTypes;
  useLiveLog(page);
  const chosen = sensors.find(({ option }) => option === sensor);
  const labelOf = (series: keyof typeof SERIES) => {
    const name = text(`sensorLog.${series}`);
    // A single sensor needs no name.
    return chosen && sensors.length > 1
      ? text('sensorLog.ofSensor', { series: name, sensor: chosen.sensorName })
      : name;
  };
  return (
    <Box sx={LOG}>
      <ResourceList<Row>
        isAside
        resource="sensor-log"
        label="device.tabs.sensor-log"
        filter={{ deviceName, sensor, ...askedOf(page) }}
        queryOptions={{ select: withOwnIds }}
        hiddenColumns={useHiddenAtFirst(sensors.length > 2 ? OF_MANY_SENSORS : {})}
        empty={
          <Picture
            icon="inbox"
            title="chart.none"
            what={
              data.deviceInfo.lastUpdated === null ? 'device.firstReading.here' : <LastReading data={data} />
            }
          />
        }
      >
        <RowNumber />
        <Column<Row>
          source="timestamp"
          label="sensorLog.timestamp"
          onCard="title"
          isFixed
          render={({ timestamp, test }) => (
            <Box component="span" sx={MARKED}>
              <Moment at={timestamp} /> {test && <TestChip />}
            </Box>
          )}
        />
        {sensors.map(({ option, sensorName }) => valueColumn(`TC${option as '1'}`, sensorName))}
        {SERIES_NAMES.map((series) => valueColumn(`${SERIES[series]}${sensor as '1'}`, labelOf(series)))}
        <Column<Row>
          source="BATTERY"
          label="sensorLog.battery"
          align="right"
          render={({ BATTERY }) =>
            BATTERY === null ? '–' : <Measured value={formatVolts(BATTERY)} unit="V" />
          }
        />
      </ResourceList>
    </Box>
  );
}
