import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { type AnyBulkWriteOperation, type Collection, ObjectId } from 'mongodb';
import type { Latest } from './latest.ts';
import { PackedLatest, packLatest } from './packed-latest.ts';
import { KEYS_IN_GROUP, type StatesDocument, groupIdOf, groupOf } from './states-document.ts';

const GROUPS_AT_ONCE = 100;
const KEYS_AT_ONCE = 1_000;
/** Whole groups are read where more than one in so many of their keys is wanted. */
const PART_OF_GROUP = 4;
/** The stamp of no group. */
const NEVER_SAVED = new ObjectId('000000000000000000000000');

/** States of one group. */
interface Group {
  readonly id: string;
  readonly states: readonly Latest[];
}

/** Writes states into their groups, except where another process has stored newer ones. */
export class StateGroups {
  protected readonly groups: Collection<StatesDocument>;
  /**
   * Group → the stamp that it had when this process read its first state, or saved it last. While the stored stamp is the same, no other
   * process has saved the group.
   */
  private readonly stamps = new Map<string, ObjectId>();
  /** The groups that another process has saved since: any stored state may be newer than that in memory. */
  private readonly contested = new Set<string>();

  constructor(groups: Collection<StatesDocument>) {
    this.groups = groups;
  }

  /** Reads states that this process will save. */
  async load(keys: readonly number[]): Promise<Latest[]> {
    return read(
      this.groups,
      keys,
      (state) => state.unpacked(),
      ({ _id, stamp }) => {
        if (!this.stamps.has(_id)) this.stamps.set(_id, stamp);
      },
    );
  }

  /** This process drops the states that it has loaded. */
  forget(): void {
    this.stamps.clear();
    this.contested.clear();
  }

  async save(states: readonly Latest[]): Promise<void> {
    const grouped = Map.groupBy(states, ({ partition, key }) => groupIdOf(partition, groupOf(key)));
    const groups = [...grouped].map(([id, own]): Group => ({ id, states: own }));
    for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
      await this.saveGroups(groups.slice(from, from + GROUPS_AT_ONCE));
    }
  }

  async remove(keys: readonly number[]): Promise<void> {
    if (keys.length === 0) return;
    await this.groups.bulkWrite(
      [...Map.groupBy(keys, groupOf)].map(([group, own]) => {
        const fields = Object.fromEntries(own.map((key) => [`states.${key}`, '' as const]));
        return { updateMany: { filter: { group }, update: { $unset: fields } } };
      }),
    );
  }

  private async saveGroups(groups: readonly Group[]): Promise<void> {
    const stamp = new ObjectId();
    const isContested = ({ id }: Group) => this.contested.has(id);
    let unsaved = groups.filter((group) => !isContested(group));
    unsaved.push(...(await this.stillNewest(groups.filter(isContested))));
    while (unsaved.length > 0) {
      const writes = unsaved.map((group) => this.writeOf(group, stamp));
      const refused = new Set(await writeUnlessTaken(this.groups, writes));
      for (const [place, { id }] of unsaved.entries()) {
        if (refused.has(place)) this.contested.add(id);
        else this.stamps.set(id, stamp);
      }
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

  /** Leaves out the states of which newer ones are stored. The others are to be written unless their groups are saved again meanwhile. */
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

/**
 * The stored states of devices; of one that moved to another partition, the newer state.
 * @param pick The part of a state that is needed: the bytes of a whole fleet would take much memory
 */
export const read = async <Part>(
  groups: Collection<StatesDocument>,
  keys: readonly number[],
  pick: (state: PackedLatest) => Part,
  onGroup?: (group: StatesDocument) => void,
): Promise<Part[]> => {
  const parts: Part[] = [];
  // Sorted, so that each read needs few groups.
  const sorted = [...keys].sort((one, other) => one - other);
  for (let from = 0; from < sorted.length; from += KEYS_AT_ONCE) {
    const some = sorted.slice(from, from + KEYS_AT_ONCE);
    const found = new Map(some.map((key): [string, PackedLatest | undefined] => [String(key), undefined]));
    const documents = await documentsWith(groups, some);
    for (const document of documents) {
      onGroup?.(document);
      for (const [key, bytes] of Object.entries(document.states)) {
        if (!found.has(key)) continue;
        const state = new PackedLatest(Number(key), bytes);
        if (found.get(key)?.isAfter(state) !== true) found.set(key, state);
      }
    }
    for (const state of found.values()) if (state) parts.push(pick(state));
  }
  return parts;
};

const documentsWith = (
  groups: Collection<StatesDocument>,
  keys: readonly number[],
): Promise<StatesDocument[]> => {
  const theirs = [...new Set(keys.map(groupOf))];
  // To pick many keys costs MongoDB more than to send all of the group.
  const areMany = keys.length * PART_OF_GROUP > theirs.length * KEYS_IN_GROUP;
  const fields = areMany ? { states: 1 } : Object.fromEntries(keys.map((key) => [`states.${key}`, 1]));
  const options = { projection: { stamp: 1, ...fields }, promoteBuffers: true };
  return groups.find({ group: { $in: theirs } }, options).toArray();
};
