import { seqOf } from '../fleet/crossings.ts';
import type { DrilledDevice } from '../fleet/fleet.ts';
import { storedReadings, type StoredDocument } from '../fleet/stored.ts';
import type { Ground } from '../ground/ground.ts';

/** What is known of a device in `device_states`, as far as it is looked at here. */
interface StateDocument {
  readonly _id: number;
  readonly newest: number;
  readonly channels: readonly unknown[];
  readonly said: Readonly<Record<string, unknown>>;
  readonly days: readonly Day[];
}

/** What a day's readings come to, per channel. */
interface Day {
  readonly start: number;
  readonly sum: readonly number[];
}

/** What a device's readings left behind. */
export interface EndState {
  /** The numbers of the stored readings, one for each document. */
  readonly seqs: readonly number[];
  /** All that is stored of them, the latest values and the days' figures: without what tells when, or how often, they came. */
  readonly text: string;
}

/** The sum of a day's values depends on their order by less than this. */
const SUM_DIGITS = 4;
/** The id under which a reading is stored begins with its device's key (decision 2). */
const KEY_BYTES = 4;

export async function endStateOf(ground: Ground, { key }: DrilledDevice): Promise<EndState> {
  const readings = await storedReadings(ground, key);
  const states = ground.database.db('devices').collection<StateDocument>('device_states');
  const state = await states.findOne({ _id: key });
  return {
    seqs: readings.map(({ c1 }) => seqOf(c1)),
    text: JSON.stringify([
      readings.map(withoutArrival),
      state && [state.newest, state.channels, state.said, state.days.map(withRoundedSums)],
    ]),
  };
}

/** Of the id, all but the device's key; of the rest, all but the time from measuring to arrival. */
const withoutArrival = (reading: StoredDocument) => {
  const { _id, r: _, ...values } = reading;
  return [_id.subarray(KEY_BYTES).toString('hex'), values];
};

const withRoundedSums = ({ sum, ...day }: Day) => ({
  ...day,
  sum: sum.map((value) => value.toFixed(SUM_DIGITS)),
});
