import type { Migration } from '@telemon/platform/migrations/migrations';
import { DayTotals } from '../latest/day-totals.ts';
import { HalfHours } from '../latest/half-hours.ts';
import { Latest } from '../latest/latest.ts';
import { StateGroups } from '../latest/state-groups.ts';
import type { StatesDocument } from '../latest/states-document.ts';

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
 * Earlier versions stored the newest values of each device in a document of its own. A step that was cut off begins anew, and writes no
 * former state over a newer one. A document that a replica of the earlier version has replaced meanwhile stays.
 */
export const groupDeviceStates: Migration = {
  name: '0002-group-device-states',
  async up({ db, progress, signal }) {
    const former = db.collection<LatestDocument>('device_states');
    const groups = new StateGroups(db.collection<StatesDocument>('device_state_groups'));
    const total = await former.countDocuments();
    let [last, done] = [-1, 0];
    for (;;) {
      signal.throwIfAborted();
      const filter = { _id: { $gt: last } };
      const options = { sort: { _id: 1 }, limit: MOVED_AT_ONCE, promoteBuffers: true } as const;
      const some = await former.find(filter, options).toArray();
      if (some.length === 0) return;
      await groups.save(some.map(stateOf));
      const moved = some.map(({ _id, lastUpdated, offset }) => ({ _id, lastUpdated, offset }));
      await former.bulkWrite(moved.map((each) => ({ deleteOne: { filter: each } })));
      last = some.at(-1)!._id;
      done += some.length;
      progress(done, total);
    }
  },
};

const stateOf = ({ _id, days, halfHours, channels, said, ...times }: LatestDocument): Latest => {
  const state = Object.assign(new Latest(_id), times);
  for (const [channel, value] of channels.entries()) state.channels[channel] = value;
  Object.assign(state.said, said);
  state.days.push(...days.map(({ start, end, ...totals }) => new DayTotals({ start, end }, totals)));
  state.halfHours = new HalfHours(halfHours.newest, halfHours.bytes);
  return state;
};
