import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import type { Model } from 'mongoose';
import { type PlaceScope, placesIn } from '../buildings/place-scope.ts';

export interface FloorDocument {
  _id: string;
  floorName: string;
  buildingId: string;
  /** A copy, which stays true because a building's name never changes. */
  buildingName: string;
  /** The manager of the building. */
  managerId: string;
  /** Its plan, with the plan's size in pixels. */
  fileId: string;
  width: number;
  height: number;
  createdAt: Date;
  /** When a device was last placed on it. */
  takenAt?: Date;
}

const floorSchema = schemaOf<FloorDocument>({
  _id: String,
  floorName: String,
  buildingId: String,
  buildingName: String,
  managerId: String,
  fileId: String,
  width: Number,
  height: Number,
  createdAt: Date,
  takenAt: Date,
})
  .index({ managerId: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ buildingId: 1, floorName: 1 })
  .index({ fileId: 1 });

const scopeOf = (scope: PlaceScope) => placesIn<FloorDocument>(scope, 'floorIds');

const COLUMNS = {
  fieldOf: { floorName: 'floorName', buildingName: 'buildingName', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class FloorsRepository {
  private readonly floors: Model<FloorDocument>;
  /** The same collection for lists, over other connections, so that writers don't wait behind lists. */
  private readonly lists: Model<FloorDocument>;

  constructor(mongo: Mongo) {
    this.floors = mongo.model('floors', floorSchema);
    this.lists = mongo.modelForLongReads(this.floors);
  }

  async insert(floor: FloorDocument, session: ClientSession): Promise<void> {
    await this.floors.insertOne(floor, { session });
  }

  find(scope: PlaceScope, id: string): Promise<FloorDocument | null> {
    return this.floors
      .findOne({ $and: [{ _id: id }, scopeOf(scope)] })
      .lean()
      .exec();
  }

  /** Whether a file is the plan of a floor in the scope. */
  async hasPlan(scope: PlaceScope, fileId: string): Promise<boolean> {
    const filter = { $and: [{ fileId }, scopeOf(scope)] };
    return (await this.floors.findOne(filter, { _id: 1 }).lean().exec()) !== null;
  }

  /** A page in the requested order; newest first by default. */
  page(
    scope: PlaceScope,
    query: PageQuery<'floorName' | 'buildingName' | 'createdAt'>,
  ): Promise<{ rows: FloorDocument[]; totalCount: number }> {
    const filter = {
      ...scopeOf(scope),
      ...foundBy<FloorDocument>(query.q, ['floorName', 'buildingName']),
    };
    return sortedPage(this.lists, filter, query, COLUMNS);
  }

  /** The floors of a building that are in the scope, by name. */
  ofBuilding(scope: PlaceScope, buildingId: string): Promise<FloorDocument[]> {
    return this.floors
      .find({ $and: [{ buildingId }, scopeOf(scope)] }, null, { sort: { floorName: 1, _id: 1 } })
      .lean()
      .exec();
  }

  /** The floors of a manager that are in the scope. */
  ofManager(scope: PlaceScope, managerId: string): Promise<FloorDocument[]> {
    return this.floors
      .find({ $and: [{ managerId }, scopeOf(scope)] })
      .lean()
      .exec();
  }

  async isInBuilding(buildingId: string, session: ClientSession): Promise<boolean> {
    return (await this.floors.findOne({ buildingId }, { _id: 1 }, { session }).lean().exec()) !== null;
  }

  /** Gives the floors of a building to a manager, and returns them. */
  async move(buildingId: string, managerId: string, session: ClientSession): Promise<FloorDocument[]> {
    await this.floors.updateMany({ buildingId }, { $set: { managerId } }, { session });
    return this.floors.find({ buildingId }, null, { session }).lean().exec();
  }

  /** Returns a manager's floor and writes to it, so that a concurrent transaction that removes or moves it conflicts. */
  take(
    owned: Pick<FloorDocument, '_id' | 'buildingId' | 'managerId'>,
    session: ClientSession,
  ): Promise<FloorDocument | null> {
    return this.floors
      .findOneAndUpdate(owned, { $set: { takenAt: new Date() } }, { session })
      .lean()
      .exec();
  }

  remove(scope: PlaceScope, id: string, session: ClientSession): Promise<FloorDocument | null> {
    return this.floors
      .findOneAndDelete({ $and: [{ _id: id }, scopeOf(scope)] }, { session })
      .lean()
      .exec();
  }
}
