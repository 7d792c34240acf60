import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection } from 'mongodb';

export interface LocationDocument {
  _id: string;
  locationName: string;
  /** The name in lower case: two that differ in case alone are one location. */
  nameKey: string;
  createdAt: Date;
  /** When a user was last put into it. */
  takenAt?: Date;
}

const COLUMNS = {
  fieldOf: { locationName: 'nameKey', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class LocationsRepository {
  private readonly locations: Collection<LocationDocument>;

  constructor(mongo: Mongo) {
    this.locations = mongo.collection<LocationDocument>('locations', [
      { key: { nameKey: 1 }, unique: true },
      { key: { createdAt: -1, _id: -1 } },
    ]);
  }

  async insert(location: LocationDocument, session: ClientSession): Promise<void> {
    await this.locations.insertOne(location, { session });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.locations.countDocuments({ _id: id }, { limit: 1 })) === 1;
  }

  /** By name. */
  all(): Promise<LocationDocument[]> {
    return this.locations.find({}, { sort: { nameKey: 1 } }).toArray();
  }

  page(
    query: PageQuery<'locationName' | 'createdAt'>,
  ): Promise<{ rows: LocationDocument[]; totalCount: number }> {
    const filter = foundBy<LocationDocument>(query.q, ['locationName']);
    return sortedPage(this.locations, filter, query, COLUMNS);
  }

  /** The location, written to so that no other transaction can remove it at the same time. */
  take(id: string, session: ClientSession): Promise<LocationDocument | null> {
    return this.locations.findOneAndUpdate({ _id: id }, { $set: { takenAt: new Date() } }, { session });
  }

  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.locations.deleteOne({ _id: id }, { session })).deletedCount === 1;
  }
}
