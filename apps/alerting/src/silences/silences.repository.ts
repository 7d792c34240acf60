import { Injectable } from '@nestjs/common';
import type { Source } from '@telemon/contracts/readings';
import { CONFIRMED_WITHIN_MS, Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import type { GoneDevice } from '../rules/leftovers.ts';
import { RevisionConflict } from '../rules/rule-repository.ts';

/** The state of the watch over a device's silence. Up to a minute, or a fifth of the silence that it may have, older than the truth. */
export interface SilenceState {
  /** The partition in which the device's readings come. */
  partition: number;
  /** Arrival of the newest reading, epoch milliseconds. */
  lastAt: number;
  /** The heard time of the partition then. */
  heardAt: number;
  /** How often the device usually sends. */
  usual: { ms: number | null; longMs: number | null; longTimes: number };
  /** The open entry of the alert log while the device is silent, else null. */
  openEntryId: string | null;
  /** Number of silences that began or ended; a change must name the present one (optimistic lock). */
  revision: number;
  /** The kind of endpoint over which the newest reading came. Earlier versions of Telemon didn't store it. */
  source?: Source | null;
}

export interface SilenceDocument extends SilenceState {
  /** The device's name. */
  _id: string;
  /** Version of the device's fact; distinguishes the device from a later one of its name. */
  deviceVersion: number;
}

/** The next state of a device's silence. */
export interface SilenceStep {
  deviceName: string;
  deviceVersion: number;
  /** The revision that the step continues. */
  from: number;
  isStored: boolean;
  state: SilenceState;
}

const silenceSchema = schemaOf<SilenceDocument>({
  _id: String,
  deviceVersion: Number,
  partition: Number,
  lastAt: Number,
  heardAt: Number,
  usual: { ms: Number, longMs: Number, longTimes: Number },
  openEntryId: String,
  revision: Number,
  source: String,
});

/** One row per device that has sent a reading. */
@Injectable()
export class SilencesRepository {
  private readonly watches: Model<SilenceDocument>;

  constructor(mongo: Mongo) {
    this.watches = mongo.model('silence_watches', silenceSchema);
  }

  /** All rows, or those of some devices, in states that no failover can take back. */
  all(deviceNames?: string[]): AsyncIterable<SilenceDocument> {
    return this.watches
      .find(deviceNames ? { _id: trusted({ $in: deviceNames }) } : {})
      .readConcern(deviceNames ? 'majority' : 'linearizable')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean<SilenceDocument[]>()
      .cursor();
  }

  /** Writes the next states. @throws RevisionConflict if one of them was deleted, or has another revision by now */
  async write(steps: SilenceStep[], session?: ClientSession): Promise<void> {
    const { matchedCount, upsertedCount } = await this.watches.bulkWrite(
      steps.map(({ deviceName, deviceVersion, from, isStored, state }) => ({
        updateOne: {
          filter: { _id: deviceName, revision: from },
          update: { $set: { deviceVersion, ...state } },
          // A row with another revision makes the insertion fail.
          upsert: !isStored,
        },
      })),
      { ordered: false, throwOnValidationError: true, ...(session && { session }) },
    );
    if (matchedCount + upsertedCount !== steps.length) throw new RevisionConflict();
  }

  /** The names among `deviceNames` whose devices have a row. */
  watched(deviceNames: string[]): Promise<string[]> {
    return this.watches.distinct('_id', { _id: trusted({ $in: deviceNames }) }).exec();
  }

  /** Removes the row of a deleted device; true if it was silent. */
  async removeOf({ deviceName, version }: GoneDevice, session: ClientSession): Promise<boolean> {
    const removed = await this.watches
      .findOneAndDelete({ _id: deviceName, deviceVersion: trusted({ $lt: version }) }, { session })
      .lean<SilenceDocument>()
      .exec();
    return removed !== null && removed.openEntryId !== null;
  }
}
