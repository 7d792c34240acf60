import type { Migration } from '@telemon/platform/migrations/migrations';
import { type Collection, ObjectId, type WithId } from 'mongodb';
import { DayTotals } from '../latest/day-totals.ts';
import { HalfHours } from '../latest/half-hours.ts';
import { Latest } from '../latest/latest.ts';
import { type StatesDocument, groupIdOf, groupOf } from '../latest/states-document.ts';
import { packLatest } from '../latest/packed-latest.ts';

/** The state of a device in a document of its own. */
interface LatestDocument extends Pick<
  Latest,
  'partition' | 'offset' | 'lastUpdated' | 'newest' | 'channels' | 'said'
> {
  /** The device's key. */
  _id: number;
  aheadUntil?: number;
  days: { start: number; end: number; count: number[]; sum: number[]; low: number[]; high: number[] }[];
  halfHours: { newest: number; bytes: Uint8Array };
}

const MOVED_AT_ONCE = 1_000;

/**
 * Earlier versions stored the newest values of each device in a document of its own. A state that was moved is removed there, so that a
 * step that was cut off goes on where it ended, and writes no former state over a newer one.
 */
export const groupDeviceStates: Migration = {
  name: '0002-group-device-states',
  async up({ db, progress, signal }) {
    const former = db.collection<LatestDocument>('device_states');
    const groups = db.collection<StatesDocument>('device_state_groups');
    const total = await former.countDocuments();
    for (let done = 0; ;) {
      signal.throwIfAborted();
      const some = await former
        .find({}, { promoteBuffers: true })
        .sort({ _id: 1 })
        .limit(MOVED_AT_ONCE)
        .toArray();
      if (some.length === 0) return;
      await moveTo(groups, some);
      await former.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      done += some.length;
      progress(done, total);
    }
  },
};

const moveTo = async (
  groups: Collection<StatesDocument>,
  documents: readonly WithId<LatestDocument>[],
): Promise<void> => {
  const grouped = Map.groupBy(documents, ({ partition, _id }) => groupIdOf(partition, groupOf(_id)));
  await groups.bulkWrite(
    [...grouped].map(([_id, own]) => {
      const states = own.map((document) => [`states.${document._id}`, packLatest(stateOf(document))]);
      const $set = { group: groupOf(own[0]!._id), stamp: new ObjectId(), ...Object.fromEntries(states) };
      return { updateOne: { filter: { _id }, update: { $set }, upsert: true } };
    }),
  );
};

const stateOf = ({ _id, days, halfHours, channels, said, ...times }: LatestDocument): Latest => {
  const state = Object.assign(new Latest(_id), times);
  for (const [channel, value] of channels.entries()) state.channels[channel] = value;
  Object.assign(state.said, said);
  state.days.push(...days.map(({ start, end, ...totals }) => new DayTotals({ start, end }, totals)));
  state.halfHours = new HalfHours(halfHours.newest, halfHours.bytes);
  return state;
};
