import type { DayTotals } from '../latest/day-totals.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';

/** The values of one sensor in a reading: its minimum, maximum and average as the device sent them, else of the day so far. */
export const sensorValues = (reading: StoredReading, totals: DayTotals, channel: number) => {
  const current = reading.current[channel]!;
  const isRead = current !== null;
  return {
    current,
    minimum: reading.minimum[channel] ?? (isRead ? totals.minimum(channel) : null),
    maximum: reading.maximum[channel] ?? (isRead ? totals.maximum(channel) : null),
    average: reading.average[channel] ?? (isRead ? totals.average(channel) : null),
  };
};
export type SensorValues = ReturnType<typeof sensorValues>;
