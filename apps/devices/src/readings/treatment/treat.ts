import { LATE_AFTER_MS, type Reading } from '@telemon/contracts/readings';
import type { Arrival } from '../arrival.ts';
import type { StoredReading } from '../stored-reading.ts';
import { withDaySoFar } from '../../latest/day-so-far.ts';

/** What a reading says, whether it has just come or was stored before. */
type Values = Pick<StoredReading, 'receivedAt' | 'clockReplaced' | 'battery'> &
  Pick<Arrival['sent'], 'current' | 'minimum' | 'maximum' | 'average'>;

/** The reading as others are told of it. */
const told = (arrival: Arrival, values: Values): Reading => {
  const { device, id, timestamp, latest } = arrival;
  const { receivedAt, clockReplaced, current, battery } = values;
  const { minimum, maximum, average } = withDaySoFar(values, latest.totalsOf(timestamp));
  return {
    id: id.toString('base64url'),
    deviceName: device.name,
    receivedAt,
    timestamp,
    late: receivedAt - timestamp > LATE_AFTER_MS,
    clockReplaced,
    current: current as Reading['current'],
    minimum: minimum as Reading['minimum'],
    maximum: maximum as Reading['maximum'],
    average: average as Reading['average'],
    battery,
  };
};

/** A reading that has just come, as others are told of it. */
export const treat = (arrival: Arrival): Reading => {
  const { sent, receivedAt, clockReplaced } = arrival;
  const { current, minimum, maximum, average, battery } = sent;
  return told(arrival, { receivedAt, clockReplaced, current, minimum, maximum, average, battery });
};

/** A reading that was stored before, as others are told of it again: as it was stored. */
export const treatAgain = (arrival: Arrival, stored: StoredReading): Reading => told(arrival, stored);
