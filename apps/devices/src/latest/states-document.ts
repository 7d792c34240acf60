import type { ObjectId } from 'mongodb';

/**
 * The states of devices with neighbouring keys, whose readings come in one partition, so that one process at a time writes them. A
 * write costs MongoDB about as much for a group as for one device.
 */
export interface StatesDocument {
  /** `groupIdOf` the partition and the group. */
  _id: string;
  /** `groupOf` the devices' keys. */
  group: number;
  /** A new id at each save. A process that finds another one than its own looks whether the stored states are newer. */
  stamp: ObjectId;
  /** Device key → its state, as `packLatest` packs it. */
  states: Record<string, Uint8Array>;
}

/** Keys in a group. More would make a document so large that the rare writes that move its states cost too much. */
export const KEYS_IN_GROUP = 64;

export const groupOf = (key: number): number => Math.floor(key / KEYS_IN_GROUP);
export const groupIdOf = (partition: number, group: number): string => `${partition}/${group}`;
