import type { ExportLog } from '@telemon/contracts/devices/dashboards';
import type { Column, Row } from '@telemon/platform/spreadsheets/column';
import type { Visit } from '../history/reading-history.ts';
import { type SensorValues, sensorValues } from './sensor-values.ts';

const TITLES = { current: 'Current', minimum: 'Minimum', maximum: 'Maximum', average: 'Average' } as const;
type Kind = keyof typeof TITLES;
const OPTIONAL = ['minimum', 'maximum', 'average'] as const;

/** The kinds of values that a sensor has in a range. */
export class HeldValues {
  private readonly missing = new Set<Kind>(OPTIONAL);

  /** Whether there is nothing left to be found. */
  get isComplete(): boolean {
    return this.missing.size === 0;
  }

  /** The columns of an export, in their order. */
  get kinds(): Kind[] {
    return ['current', ...OPTIONAL.filter((kind) => !this.missing.has(kind))];
  }

  add(values: SensorValues): void {
    for (const kind of this.missing) if (values[kind] !== null) this.missing.delete(kind);
  }
}

/** Whether a reading has no value of the sensor. */
const isEmpty = ({ current, minimum, maximum, average }: SensorValues): boolean =>
  current === null && minimum === null && maximum === null && average === null;

/** Takes each reading's values of one sensor, if there are any. */
export const visitSensor =
  (sensor: number, take: (timestamp: number, values: SensorValues) => void): Visit =>
  (reading, totals) => {
    const values = sensorValues(reading, totals, sensor - 1);
    if (!isEmpty(values)) take(reading.timestamp, values);
  };

export const columnsOf = (kinds: readonly Kind[]): Column[] => [
  { title: 'Device Id', kind: 'text' },
  { title: 'Timestamp', kind: 'time' },
  ...kinds.map((kind) => ({ title: TITLES[kind], kind: 'number' as const })),
];

export const rowOf = (
  deviceName: string,
  timestamp: number,
  values: SensorValues,
  kinds: readonly Kind[],
): Row => [deviceName, timestamp, ...kinds.map((kind) => values[kind])];

/** A row of an export as JSON. */
export const jsonRowOf = ([deviceId, timestamp, ...values]: Row): ExportLog['dataArray'][number] =>
  ({
    deviceId,
    timeStamp: new Date(timestamp as number).toISOString(),
    ...Object.fromEntries(values.map((value, place) => [`column${place + 1}`, value])),
  }) as ExportLog['dataArray'][number];
