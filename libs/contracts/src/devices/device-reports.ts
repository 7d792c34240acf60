import { z } from 'zod';
import { call } from '../call.ts';
import { CHANNELS, PREFIX_OF } from '../readings.ts';
import { SheetFormat, StreamedFile } from '../streamed-file.ts';
import { type SensorLogRow, type SensorOption, dashboards } from './dashboards.ts';

/** Longest range of Export Report, which ends today at the latest. */
export const LONGEST_REPORT_DAYS = 7;

/** The name of the file and of its sheet. */
export const REPORT_NAME = 'Export Report';

/** A column of Export Report: its title, and the name of its value in a row of the sensor log. */
interface ReportColumn {
  readonly title: string;
  readonly source: Exclude<keyof SensorLogRow, 'timestamp' | 'receivedAt' | 'test' | `RAW${1 | 2 | 3 | 4}`>;
}

const SERIES = [
  ['Current', ''],
  ['Minimum', ' Minimum'],
  ['Maximum', ' Maximum'],
  ['Average', ' Average'],
] as const;

/** The sensors of a device in Export Report; all four if it has none at the moment, as after a change of manager. */
export const reportedSensors = (sensors: readonly SensorOption[]): readonly SensorOption[] =>
  sensors.length > 0
    ? sensors
    : CHANNELS.map((channel) => ({ option: String(channel), sensorName: `Sensor ${channel}` }));

/** A sensor's name, with its number if another sensor of the device has the same name. */
const nameIn = (sensors: readonly SensorOption[], { option, sensorName }: SensorOption): string =>
  sensors.filter((other) => other.sensorName === sensorName).length > 1
    ? `${sensorName} (${option})`
    : sensorName;

/** The columns of Export Report after the time: four for each sensor of the device, and the battery. Titles are unique. */
export const reportColumns = (sensors: readonly SensorOption[]): ReportColumn[] => {
  const reported = reportedSensors(sensors);
  return [
    ...reported.flatMap((sensor) =>
      SERIES.map(([kind, said]): ReportColumn => ({
        title: `${nameIn(reported, sensor)}${said}`,
        source: `${PREFIX_OF[kind]}${sensor.option as '1'}`,
      })),
    ),
    { title: 'Battery (V)', source: 'BATTERY' },
  ];
};

/**
 * All readings of a device in a range, oldest first. `header` holds the titles of a row's values in their order: `timeStamp`, then
 * the numbers `column1`, `column2` and so on, null where the reading has none.
 */
export const ReportLog = z.object({
  header: z.array(z.string()),
  dataArray: z.array(z.record(z.string(), z.union([z.string(), z.number()]).nullable())),
});

const asked = dashboards.exportLog.request.omit({ sensor: true });

export const deviceReports = {
  /** Up to the most rows that are exported as JSON. */
  log: call('devices.device-reports.log', asked, ReportLog, { isStreamed: true }),
  /** The same as a file without a limit. */
  file: call('devices.device-reports.file', asked.extend({ format: SheetFormat }), StreamedFile),
};
