import { Injectable } from '@nestjs/common';
import { SNOOZE_HOURS } from '@telemon/contracts/alerting/alert-log';
import { HOUR_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';

const LONGEST_MS = Math.max(...SNOOZE_HOURS) * HOUR_MS;

export interface Snooze {
  /** MongoDB deletes it after this time. */
  until: Date;
  /** The user's name, or the address of a recipient that only the alert names. */
  by: string;
}

export interface SnoozeDocument extends Snooze {
  /** Id of the alert, or of the silences of a device. */
  _id: string;
  deviceName: string;
  /** The version of the device's newest fact at that time: a later device of the same name has a higher one. */
  deviceVersion: number;
}

const snoozeSchema = schemaOf<SnoozeDocument>({
  _id: String,
  until: Date,
  by: String,
  deviceName: String,
  deviceVersion: Number,
}).index({ until: 1 }, { expireAfterSeconds: 0 });

@Injectable()
export class SnoozesRepository {
  private readonly snoozes: Model<SnoozeDocument>;

  constructor(mongo: Mongo) {
    this.snoozes = mongo.model('snoozes', snoozeSchema);
  }

  async save({ _id, ...snooze }: SnoozeDocument): Promise<void> {
    await this.snoozes.updateOne({ _id }, { $set: snooze }, { upsert: true });
  }

  async remove(id: string): Promise<void> {
    await this.snoozes.deleteOne({ _id: id });
  }

  /** The snoozes with these ids that run at a time; in the caller's transaction, if there is one. */
  running(ids: readonly string[], now: number, session?: ClientSession): Promise<SnoozeDocument[]> {
    const filter = { _id: trusted({ $in: [...new Set(ids)] }), until: runningAt(now) };
    return this.snoozes
      .find(filter, null, session ? { session } : {})
      .lean<SnoozeDocument[]>()
      .exec();
  }

  /** Deletes the snoozes of deleted devices, so that none is that of a new device of the same name. */
  async removeOf(gone: readonly { deviceName: string; version: number }[]): Promise<void> {
    await this.snoozes.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: trusted({ $lt: version }) })),
    });
  }
}

/** The ends of the snoozes that run at a time. One that ends later than the longest snooze got its end from a wrong clock. */
const runningAt = (now: number) => trusted({ $gt: new Date(now), $lte: new Date(now + LONGEST_MS) });
