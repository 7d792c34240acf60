import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection } from 'mongodb';
import { type PlaceScope, placesIn } from '../buildings/place-scope.ts';

export interface FloorDocument {
  _id: string;
  floorName: string;
  buildingId: string;
  /** A building keeps its name, so it can stand here too. */
  buildingName: string;
  /** The building's. */
  managerId: string;
  /** Its plan, and the size of that in pixels. */
  fileId: string;
  width: number;
  height: number;
  createdAt: Date;
  /** When a device was last put onto it. */
  takenAt?: Date;
}

const scopeOf = (scope: PlaceScope) => placesIn<FloorDocument>(scope, 'floorIds');

const COLUMNS = {
  fieldOf: { floorName: 'floorName', buildingName: 'buildingName', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class FloorsRepository {
  private readonly floors: Collection<FloorDocument>;
  /** The same, for lists: no writer waits behind them for a connection. */
  private readonly lists: Collection<FloorDocument>;

  constructor(mongo: Mongo) {
    this.floors = mongo.collection<FloorDocument>('floors', [
      { key: { managerId: 1, createdAt: -1, _id: -1 } },
      { key: { createdAt: -1, _id: -1 } },
      { key: { buildingId: 1, floorName: 1 } },
      { key: { fileId: 1 } },
    ]);
    this.lists = mongo.forLongReads(this.floors);
  }

  async insert(floor: FloorDocument, session: ClientSession): Promise<void> {
    await this.floors.insertOne(floor, { session });
  }

  find(scope: PlaceScope, id: string): Promise<FloorDocument | null> {
    return this.floors.findOne({ $and: [{ _id: id }, scopeOf(scope)] });
  }

  /** Whether the plan in a file is of a floor in the scope. */
  async hasPlan(scope: PlaceScope, fileId: string): Promise<boolean> {
    const filter = { $and: [{ fileId }, scopeOf(scope)] };
    return (await this.floors.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** A page, newest first unless asked otherwise. */
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

  /** Those of a building that are in the scope, by name. */
  ofBuilding(scope: PlaceScope, buildingId: string): Promise<FloorDocument[]> {
    return this.floors
      .find({ $and: [{ buildingId }, scopeOf(scope)] }, { sort: { floorName: 1, _id: 1 } })
      .toArray();
  }

  /** Those of a manager that are in the scope. */
  ofManager(scope: PlaceScope, managerId: string): Promise<FloorDocument[]> {
    return this.floors.find({ $and: [{ managerId }, scopeOf(scope)] }).toArray();
  }

  async isInBuilding(buildingId: string, session: ClientSession): Promise<boolean> {
    return (await this.floors.findOne({ buildingId }, { session, projection: { _id: 1 } })) !== null;
  }

  /** Gives the floors of a building to its manager. */
  async move(buildingId: string, managerId: string, session: ClientSession): Promise<FloorDocument[]> {
    await this.floors.updateMany({ buildingId }, { $set: { managerId } }, { session });
    return this.floors.find({ buildingId }, { session }).toArray();
  }

  /** A manager's floor, written to so that no other transaction can remove or move it at the same time. */
  take(
    owned: Pick<FloorDocument, '_id' | 'buildingId' | 'managerId'>,
    session: ClientSession,
  ): Promise<FloorDocument | null> {
    return this.floors.findOneAndUpdate(owned, { $set: { takenAt: new Date() } }, { session });
  }

  remove(scope: PlaceScope, id: string, session: ClientSession): Promise<FloorDocument | null> {
    return this.floors.findOneAndDelete({ $and: [{ _id: id }, scopeOf(scope)] }, { session });
  }
}
