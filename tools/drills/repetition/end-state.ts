import type { DayTotals } from '../../../apps/devices/src/latest/day-totals.ts';
import type { StatesDocument } from '../../../apps/devices/src/latest/states-document.ts';
import { read } from '../../../apps/devices/src/latest/state-groups.ts';
import { seqOf } from '../fleet/crossings.ts';
import type { DrilledDevice } from '../fleet/fleet.ts';
import { storedReadings, type StoredDocument } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** The state that the readings of a device have left in the database. */
export interface EndState {
  /** The numbers of the stored readings, one for each document. */
  readonly seqs: readonly number[];
  /** The stored readings, latest values and daily figures, without the parts that depend on times or number of arrivals. */
  readonly text: string;
}

/** Decimals of a day's sum that do not depend on the order of its values. */
const SUM_DIGITS = 4;
/** The id of a stored reading begins with its device's key (decision 2). */
const KEY_BYTES = 4;

export async function endStateOf(installation: DrillInstallation, { key }: DrilledDevice): Promise<EndState> {
  const readings = await storedReadings(installation, key);
  const groups = installation.database.db('devices').collection<StatesDocument>('device_state_groups');
  const [state = null] = await read(groups, [key], (packed) => packed.unpacked());
  return {
    seqs: readings.map(({ c1 }) => seqOf(c1)),
    text: JSON.stringify([
      readings.map(withoutArrival),
      state && [state.newest, state.channels, state.said, state.days.map(withRoundedSums)],
    ]),
  };
}

/** The reading without its device's key and without the time from measurement to arrival. */
const withoutArrival = (reading: StoredDocument) => {
  const { _id, r: _, ...values } = reading;
  return [_id.subarray(KEY_BYTES).toString('hex'), values];
};

const withRoundedSums = ({ sum, ...day }: DayTotals) => ({
  ...day,
  sum: sum.map((value) => value.toFixed(SUM_DIGITS)),
});
