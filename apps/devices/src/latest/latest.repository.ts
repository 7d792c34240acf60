import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { type AnyBulkWriteOperation, type Collection, ObjectId } from 'mongodb';
import type { Latest } from './latest.ts';
import { PackedLatest, packLatest } from './packed-latest.ts';
import type { Present } from './present.ts';
import { KEYS_IN_GROUP, type StatesDocument, groupIdOf, groupOf } from './states-document.ts';

const GROUPS_AT_ONCE = 100;
const KEYS_AT_ONCE = 1_000;
/** Whole groups are read where more than one in so many of their keys is wanted. */
const PART_OF_GROUP = 4;

/** States of one group. */
interface Group {
  readonly id: string;
  readonly states: readonly Latest[];
}

@Injectable()
export class LatestRepository {
  private readonly groups: Collection<StatesDocument>;
  /** The same, for reads of many devices, over other connections than those of the writers. */
  private readonly fleet: Collection<StatesDocument>;
  /** By group, the stamp with which this process has saved it last. */
  private readonly stamps = new Map<string, ObjectId>();

  constructor(mongo: Mongo) {
    this.groups = mongo.collection<StatesDocument>('device_state_groups', [{ key: { group: 1 } }]);
    this.fleet = mongo.forLongReads(this.groups);
  }

  async load(keys: readonly number[]): Promise<Latest[]> {
    return (await statesIn(this.groups, keys)).map((state) => state.unpacked());
  }

  async lastUpdated(keys: readonly number[]): Promise<Pick<Latest, 'key' | 'lastUpdated'>[]> {
    return (await statesIn(this.fleet, keys)).map(({ key, lastUpdated }) => ({ key, lastUpdated }));
  }

  async present(keys: readonly number[]): Promise<Present[]> {
    return (await statesIn(this.fleet, keys)).map(({ present }) => present);
  }

  /** Writes states, except where another process has stored a newer one. */
  async save(states: readonly Latest[]): Promise<void> {
    const grouped = Map.groupBy(states, ({ partition, key }) => groupIdOf(partition, groupOf(key)));
    const groups = [...grouped].map(([id, own]): Group => ({ id, states: own }));
    for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
      await this.saveGroups(groups.slice(from, from + GROUPS_AT_ONCE));
    }
  }

  async remove(keys: readonly number[]): Promise<void> {
    for (const [group, own] of Map.groupBy(keys, groupOf)) {
      const fields = Object.fromEntries(own.map((key) => [`states.${key}`, '' as const]));
      await this.groups.updateMany({ group }, { $unset: fields });
    }
  }

  private async saveGroups(groups: readonly Group[]): Promise<void> {
    const stamp = new ObjectId();
    let unsaved = groups;
    while (unsaved.length > 0) {
      const refused = new Set(
        await writeUnlessTaken(
          this.groups,
          unsaved.map((group) => this.writeOf(group, stamp)),
        ),
      );
      for (const [place, { id }] of unsaved.entries()) if (!refused.has(place)) this.stamps.set(id, stamp);
      unsaved = await this.stillNewest(unsaved.filter((_, place) => refused.has(place)));
    }
  }

  /** With another stamp, the filter finds no group, so the upsert tries an insert, and MongoDB refuses it as a duplicate key. */
  private writeOf({ id, states }: Group, stamp: ObjectId): AnyBulkWriteOperation<StatesDocument> {
    const filter = { _id: id, stamp: this.stamps.get(id) ?? NEVER_SAVED };
    const fields = states.map((state) => [`states.${state.key}`, packLatest(state)] as const);
    const $set = { group: groupOf(states[0]!.key), stamp, ...Object.fromEntries(fields) };
    return { updateOne: { filter, update: { $set }, upsert: true } };
  }

  /** Those of the states than which no newer ones are stored. */
  private async stillNewest(groups: readonly Group[]): Promise<Group[]> {
    if (groups.length === 0) return [];
    const ids = groups.map(({ id }) => id);
    const documents = await this.groups.find({ _id: { $in: ids } }, { promoteBuffers: true }).toArray();
    const stored = new Map(documents.map((document) => [document._id, document]));
    return groups.flatMap(({ id, states }) => {
      const document = stored.get(id);
      if (document) this.stamps.set(id, document.stamp);
      const newest = states.filter((state) => {
        const bytes = document?.states[state.key];
        return !bytes || !new PackedLatest(state.key, bytes).isNewerThan(state);
      });
      return newest.length > 0 ? [{ id, states: newest }] : [];
    });
  }
}

/** The stamp of no group. */
const NEVER_SAVED = new ObjectId('000000000000000000000000');

/** The stored states of devices; of one that moved to another partition, the newer state. */
const statesIn = async (
  groups: Collection<StatesDocument>,
  keys: readonly number[],
): Promise<PackedLatest[]> => {
  const found = new Map<string, PackedLatest>();
  // Sorted, so that each read needs few groups.
  const sorted = [...keys].sort((one, other) => one - other);
  for (let from = 0; from < sorted.length; from += KEYS_AT_ONCE) {
    const some = sorted.slice(from, from + KEYS_AT_ONCE);
    const wanted = new Set(some.map(String));
    const theirs = [...new Set(some.map(groupOf))];
    // To pick many keys costs MongoDB more than to send all of the group.
    const areMost = some.length * PART_OF_GROUP > theirs.length * KEYS_IN_GROUP;
    const fields = areMost ? { states: 1 } : Object.fromEntries(some.map((key) => [`states.${key}`, 1]));
    const options = { projection: { stamp: 1, ...fields }, promoteBuffers: true };
    const documents = await groups.find({ group: { $in: theirs } }, options).toArray();
    for (const { states } of documents.sort(byStamp)) {
      for (const [key, bytes] of Object.entries(states)) {
        if (!wanted.has(key)) continue;
        const state = new PackedLatest(Number(key), bytes);
        const known = found.get(key);
        if (!known || known.lastUpdated <= state.lastUpdated) found.set(key, state);
      }
    }
  }
  return [...found.values()];
};

const byStamp = ({ stamp: one }: StatesDocument, { stamp: other }: StatesDocument): number =>
  one.toHexString() < other.toHexString() ? -1 : 1;
