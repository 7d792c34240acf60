import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { foundBy, sortedPage, timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import type { Model } from 'mongoose';

export interface LocationDocument {
  _id: string;
  locationName: string;
  /** The name in lower case, because two names that differ only in case are one location. */
  nameKey: string;
  createdAt: Date;
  /** When a user last got this location. */
  takenAt?: Date;
}

const locationSchema = schemaOf<LocationDocument>({
  _id: String,
  locationName: String,
  nameKey: String,
  createdAt: Date,
  takenAt: Date,
})
  .index({ nameKey: 1 }, { unique: true })
  .index({ createdAt: -1, _id: -1 });

const COLUMNS = {
  fieldOf: { locationName: 'nameKey', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class LocationsRepository {
  private readonly locations: Model<LocationDocument>;
  /** The same collection for users' lists, over other connections than sign-ins. */
  private readonly lists: Model<LocationDocument>;

  constructor(mongo: Mongo) {
    this.locations = mongo.model('locations', locationSchema);
    this.lists = mongo.modelForLongReads(this.locations);
  }

  async insert(location: LocationDocument, session: ClientSession): Promise<void> {
    await this.locations.insertOne(location, { session });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.locations.countDocuments({ _id: id }, { limit: 1 })) === 1;
  }

  /** All locations, by name. */
  all(): Promise<LocationDocument[]> {
    return this.lists
      .find({}, null, { sort: { nameKey: 1 }, ...timeLimit() })
      .lean()
      .exec();
  }

  page(
    query: PageQuery<'locationName' | 'createdAt'>,
  ): Promise<{ rows: LocationDocument[]; totalCount: number }> {
    const filter = foundBy<LocationDocument>(query.q, ['locationName']);
    return sortedPage(this.lists, filter, query, COLUMNS);
  }

  /** Returns the location and writes to it, so that a concurrent transaction that removes it conflicts. */
  take(id: string, session: ClientSession): Promise<LocationDocument | null> {
    return this.locations
      .findOneAndUpdate({ _id: id }, { $set: { takenAt: new Date() } }, { session })
      .lean()
      .exec();
  }

  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.locations.deleteOne({ _id: id }, { session })).deletedCount === 1;
  }
}
