import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { Binary, ClientSession, Collection, Filter } from 'mongodb';
import { DayTotals } from './day-totals.ts';
import { HalfHours, type StoredHalfHours } from './half-hours.ts';
import { Latest, type NewestOfChannel, type StatusFieldValue, type StatusField } from './latest.ts';

/** One per device, written at most two seconds after its readings. */
interface LatestDocument {
  /** The device's key, as in the ids of its readings. */
  _id: number;
  partition: number;
  offset: number;
  lastUpdated: number;
  newest: number;
  aheadUntil?: number;
  channels: (NewestOfChannel | null)[];
  said: Partial<Record<StatusField, StatusFieldValue>>;
  days: { start: number; end: number; count: number[]; sum: number[]; low: number[]; high: number[] }[];
  halfHours: { newest: number; bytes: Binary | Uint8Array };
}

/** The values of a device on the home page. */
export interface Present {
  key: number;
  lastUpdated: number;
  current: (number | null)[];
  battery: number | null;
  halfHours: StoredHalfHours;
}
export const presentOf = ({ key, lastUpdated, channels, said, halfHours }: Latest): Present => ({
  key,
  lastUpdated,
  current: channels.map((channel) => channel?.current ?? null),
  battery: (said.battery?.value as number | undefined) ?? null,
  halfHours,
});
/** Flat, because the home page reads thousands of them. */
const PRESENT = {
  lastUpdated: 1,
  current: { $map: { input: '$channels', in: { $ifNull: ['$$this.current', null] } } },
  battery: { $ifNull: ['$said.battery.value', null] },
  halfHours: 1,
};

const WRITTEN_AT_ONCE = 500;

@Injectable()
export class LatestRepository {
  private readonly states: Collection<LatestDocument>;
  /** The same, for reads of many devices, over other connections than those of the writers. */
  private readonly fleet: Collection<LatestDocument>;

  constructor(mongo: Mongo) {
    this.states = mongo.collection<LatestDocument>('device_states');
    this.fleet = mongo.forLongReads(this.states);
  }

  async load(keys: number[]): Promise<Latest[]> {
    if (keys.length === 0) return [];
    return (await this.states.find({ _id: { $in: keys } }).toArray()).map(fromDocument);
  }

  async lastUpdated(keys: number[]): Promise<Pick<Latest, 'key' | 'lastUpdated'>[]> {
    if (keys.length === 0) return [];
    return this.fleet
      .find({ _id: { $in: keys } }, { projection: { lastUpdated: 1 } })
      .map(({ _id, lastUpdated }) => ({ key: _id, lastUpdated }))
      .toArray();
  }

  async present(keys: number[]): Promise<Present[]> {
    return this.fleet
      .find<Omit<Present, 'key'> & { _id: number }>(
        { _id: { $in: keys } },
        { projection: PRESENT, promoteBuffers: true },
      )
      .map(({ _id, ...present }) => ({ key: _id, ...present }))
      .toArray();
  }

  /** Writes states, except where another process has stored a newer one. */
  async save(states: readonly Latest[]): Promise<void> {
    for (let from = 0; from < states.length; from += WRITTEN_AT_ONCE) {
      const replacements = states.slice(from, from + WRITTEN_AT_ONCE).map((state) => {
        const { _id, ...replacement } = toDocument(state);
        return { replaceOne: { filter: { _id, $or: olderThan(state) }, replacement, upsert: true } };
      });
      // A newer state doesn't match the filter, so the upsert tries an insert, and MongoDB refuses it as a duplicate key.
      await writeUnlessTaken(this.states, replacements);
    }
  }

  async remove(keys: number[], session?: ClientSession): Promise<void> {
    if (keys.length > 0) await this.states.deleteMany({ _id: { $in: keys } }, { session });
  }
}

/** Of states with the same last arrival, the one with a higher offset in its partition is newer. */
const olderThan = ({ lastUpdated, partition, offset }: Latest): Filter<LatestDocument>[] => [
  { lastUpdated: { $lt: lastUpdated } },
  { lastUpdated, offset: { $lte: offset } },
  { lastUpdated, partition: { $ne: partition } },
];

const toDocument = (state: Latest): LatestDocument => ({
  _id: state.key,
  partition: state.partition,
  offset: state.offset,
  lastUpdated: state.lastUpdated,
  newest: state.newest,
  ...(state.aheadUntil > 0 && { aheadUntil: state.aheadUntil }),
  channels: state.channels,
  said: state.said,
  days: state.days.map(({ day, count, sum, low, high }) => ({ ...day, count, sum, low, high })),
  halfHours: { newest: state.halfHours.newest, bytes: state.halfHours.bytes },
});

const fromDocument = (document: LatestDocument): Latest => {
  const { _id, partition, offset, lastUpdated, newest, aheadUntil, channels, said, days, halfHours } =
    document;
  const state = new Latest(_id);
  Object.assign(state, { partition, offset, lastUpdated, newest });
  if (aheadUntil !== undefined) state.aheadUntil = aheadUntil;
  for (const [channel, value] of channels.entries()) state.channels[channel] = value;
  Object.assign(state.said, said);
  state.days.push(...days.map(({ start, end, ...totals }) => new DayTotals({ start, end }, totals)));
  state.halfHours = new HalfHours(halfHours.newest, (halfHours.bytes as Binary).buffer);
  return state;
};
