import type { DayTotals, PerChannel } from './day-totals.ts';

interface DayValues {
  minimum: PerChannel;
  maximum: PerChannel;
  average: PerChannel;
}

/**
 * The minimum, maximum and average beside each value of a reading: as the device sent them, else of that sensor's
 * readings of the day so far; null where neither is known. `totals` hold that day, this reading included.
 */
export const withDaySoFar = (
  sent: DayValues & { current: PerChannel },
  totals: DayTotals | null,
): DayValues => {
  const values = { minimum: [...sent.minimum], maximum: [...sent.maximum], average: [...sent.average] };
  if (totals === null) return values;
  for (let channel = 0; channel < 4; channel++) {
    if (sent.current[channel] === null) continue;
    values.minimum[channel] ??= totals.minimum(channel);
    values.maximum[channel] ??= totals.maximum(channel);
    values.average[channel] ??= totals.average(channel);
  }
  return values;
};
