import { LATE_AFTER_MS, type Reading } from '@telemon/contracts/readings';
import { withDaySoFar } from '../latest/day-so-far.ts';
import type { Arrival } from './arrival.ts';

/** A reading as it is announced: with its day's minimum, maximum and average so far. */
export const announcedReading = ({
  device,
  latest,
  values,
  id,
  timestamp,
  receivedAt,
  clockReplaced,
  isTest,
  source,
  offset,
}: Arrival): Reading => {
  const { minimum, maximum, average } = withDaySoFar(values, latest.totalsOf(timestamp));
  const reading: Reading = {
    id: id.toString('base64url'),
    deviceName: device.name,
    receivedAt,
    timestamp,
    late: receivedAt - timestamp > LATE_AFTER_MS,
    clockReplaced,
    current: values.current as Reading['current'],
    minimum: minimum as Reading['minimum'],
    maximum: maximum as Reading['maximum'],
    average: average as Reading['average'],
    battery: values.battery,
    source,
    rawOffset: offset,
  };
  if (isTest) reading.test = true;
  return reading;
};
