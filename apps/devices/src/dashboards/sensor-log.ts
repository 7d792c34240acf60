import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { CHANNELS, PREFIX_OF } from '@telemon/contracts/readings';
import type { PastReading } from '../history/days-so-far.ts';

/** A reading as a row of the sensor log: every sensor under its name on the wire. */
export const rowOf = (reading: PastReading): SensorLogRow => {
  const values = CHANNELS.flatMap((channel) => [
    [`${PREFIX_OF.Current}${channel}`, reading.current[channel - 1]],
    [`${PREFIX_OF.Minimum}${channel}`, reading.minimum[channel - 1]],
    [`${PREFIX_OF.Maximum}${channel}`, reading.maximum[channel - 1]],
    [`${PREFIX_OF.Average}${channel}`, reading.average[channel - 1]],
    [`RAW${channel}`, reading.raw[channel - 1] ?? undefined],
  ]);
  return {
    timestamp: new Date(reading.timestamp).toISOString(),
    receivedAt: new Date(reading.receivedAt).toISOString(),
    BATTERY: reading.battery,
    ...(reading.isTest && { test: true }),
    ...Object.fromEntries(values),
  } as SensorLogRow;
};
