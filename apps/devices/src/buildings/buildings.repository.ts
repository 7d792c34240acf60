import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { foundBy, sortedPage, timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { type ManagersInList, rowsByManager } from '../list-query.ts';
import { type PlaceScope, placesIn } from './place-scope.ts';

export interface BuildingDocument {
  _id: string;
  buildingName: string;
  managerId: string;
  lat: number;
  lng: number;
  createdAt: Date;
  /** When it was last locked, to change it or its contents. */
  takenAt?: Date;
}

const buildingSchema = schemaOf<BuildingDocument>({
  _id: String,
  buildingName: String,
  managerId: String,
  lat: Number,
  lng: Number,
  createdAt: Date,
  takenAt: Date,
})
  .index({ managerId: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ buildingName: 1, _id: 1 });

const scopeOf = (scope: PlaceScope) => placesIn<BuildingDocument>(scope, 'buildingIds');

const COLUMNS = {
  fieldOf: { buildingName: 'buildingName', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class BuildingsRepository {
  private readonly buildings: Model<BuildingDocument>;
  /** The same collection for lists, over other connections, so that writers don't wait behind lists. */
  private readonly lists: Model<BuildingDocument>;

  constructor(mongo: Mongo) {
    this.buildings = mongo.model('buildings', buildingSchema);
    this.lists = mongo.modelForLongReads(this.buildings);
  }

  async insert(building: BuildingDocument, session: ClientSession): Promise<void> {
    await this.buildings.insertOne(building, { session });
  }

  find(scope: PlaceScope, id: string, session?: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings
      .findOne({ $and: [{ _id: id }, scopeOf(scope)] }, null, { session })
      .lean()
      .exec();
  }

  async isOwned(managerId: string): Promise<boolean> {
    return (await this.buildings.findOne({ managerId }, { _id: 1 }).lean().exec()) !== null;
  }

  /** A page in the requested order; newest first by default. */
  async page(
    scope: PlaceScope,
    query: PageQuery<'buildingName' | 'createdAt' | 'managerName'>,
    managers: ManagersInList,
  ): Promise<{ rows: BuildingDocument[]; totalCount: number }> {
    const filter = {
      ...scopeOf(scope),
      ...foundBy<BuildingDocument>(query.q, ['buildingName'], {
        managerId: trusted({ $in: managers.found }),
      }),
    };
    const { sort } = query;
    if (sort !== 'managerName') return sortedPage(this.lists, filter, { ...query, sort }, COLUMNS);
    const [rows, totalCount] = await Promise.all([
      rowsByManager(this.lists, filter, 'managerId', query, managers.inOrder ?? []),
      this.lists.countDocuments(filter, timeLimit()).exec(),
    ]);
    return { rows, totalCount };
  }

  /** All buildings in the scope, by name. */
  all(scope: PlaceScope): Promise<BuildingDocument[]> {
    const options = { sort: { buildingName: 1, _id: 1 }, ...timeLimit() } as const;
    return this.lists.find(scopeOf(scope), null, options).lean().exec();
  }

  /** The buildings of a manager that are in the scope. */
  ofManager(scope: PlaceScope, managerId: string): Promise<BuildingDocument[]> {
    return this.buildings
      .find({ $and: [{ managerId }, scopeOf(scope)] })
      .lean()
      .exec();
  }

  async replace({ _id, ...building }: BuildingDocument, session: ClientSession): Promise<void> {
    await this.buildings.replaceOne({ _id }, building, { session, runValidators: true });
  }

  /** Returns the building and writes to it, so that a concurrent transaction that removes or moves it conflicts. */
  take(scope: PlaceScope, id: string, session: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings
      .findOneAndUpdate(
        { $and: [{ _id: id }, scopeOf(scope)] },
        { $set: { takenAt: new Date() } },
        { session },
      )
      .lean()
      .exec();
  }

  remove(scope: PlaceScope, id: string, session: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings
      .findOneAndDelete({ $and: [{ _id: id }, scopeOf(scope)] }, { session })
      .lean()
      .exec();
  }
}
