import type { SensorLogRow, SensorOption } from '@telemon/contracts/devices/dashboards';
import type { z } from 'zod';
import { rowNumber, type Column } from '../list/column.tsx';
import { columnFormat } from '../texts/numbers.ts';
import type { Text } from '../texts/use-text.ts';
import { Moment } from './moment.tsx';

export type Row = SensorLogRow & { id: string };
export type Sensor = z.infer<typeof SensorOption>;

type Value = Exclude<keyof SensorLogRow, 'timestamp' | 'receivedAt'>;

interface Asked {
  sensors: readonly Sensor[];
  /** The one that is chosen, whose minimum, maximum and average stand there. */
  sensor: string;
  rows: readonly Row[];
  text: Text;
}

export const columnsFor = ({ sensors, sensor, rows, text }: Asked): Column<Row>[] => {
  const valuesOf = (value: Value) => {
    const format = columnFormat(rows.map((row) => row[value]));
    return { numeric: true, render: (row: Row) => format(row[value]) };
  };
  const chosen = sensors.find(({ option }) => option === sensor);
  // With a single sensor it is clear whose they are.
  const headingOf = (series: 'minimum' | 'maximum' | 'average') =>
    chosen && sensors.length > 1
      ? text('sensorLog.ofSensor', { series: text(`sensorLog.${series}`), sensor: chosen.sensorName })
      : undefined;
  const channel = Number(sensor) as 1 | 2 | 3 | 4;
  return [
    rowNumber<Row>(),
    {
      name: 'time',
      label: 'sensorLog.timestamp',
      fixed: true,
      onCard: 'title',
      render: ({ timestamp }) => <Moment at={timestamp} />,
    },
    ...sensors.map(({ option, sensorName }): Column<Row> => ({
      name: `current-${option}`,
      label: 'sensorLog.current',
      heading: sensorName,
      ...valuesOf(`TC${Number(option) as typeof channel}`),
    })),
    ...(
      [
        ['minimum', 'TN'],
        ['maximum', 'TM'],
        ['average', 'TA'],
      ] as const
    ).map(([series, prefix]): Column<Row> => ({
      name: series,
      label: `sensorLog.${series}`,
      heading: headingOf(series),
      ...valuesOf(`${prefix}${channel}`),
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
};
