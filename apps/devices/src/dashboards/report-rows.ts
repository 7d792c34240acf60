import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { type ReportLog, reportColumns, reportedSensors } from '@telemon/contracts/devices/device-reports';
import type { Column, Row } from '@telemon/platform/spreadsheets/column';
import type { z } from 'zod';
import type { Visit } from '../history/reading-history.ts';
import { sensorValues } from './sensor-values.ts';

/** The columns of Export Report for a device with these sensors. */
export const columnsFor = (sensors: readonly SensorOption[]): Column[] => [
  { title: 'Timestamp', kind: 'time' },
  ...reportColumns(sensors).map(({ title }) => ({ title, kind: 'number' as const })),
];

/** The last column of a file, behind the documented ones. */
export const DEVICE_COLUMN: Column = { title: 'Device Id', kind: 'text' };

/** Takes each reading as a row of Export Report. */
export const visitForReport = (sensors: readonly SensorOption[], take: (row: Row) => void): Visit => {
  const channels = reportedSensors(sensors).map(({ option }) => Number(option) - 1);
  return (reading, totals) => {
    const values = channels.flatMap((channel) => {
      const { current, minimum, maximum, average } = sensorValues(reading, totals, channel);
      return [current, minimum, maximum, average];
    });
    take([reading.timestamp, ...values, reading.battery]);
  };
};

/** A row of Export Report as JSON. */
export const jsonOf = ([timestamp, ...values]: Row): z.infer<typeof ReportLog>['dataArray'][number] => ({
  timeStamp: new Date(timestamp as number).toISOString(),
  ...Object.fromEntries(values.map((value, place) => [`column${place + 1}`, value])),
});
