import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { foundBy, sortedPage, untilTooLate } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection } from 'mongodb';
import { type ManagersInList, rowsByManager } from '../list-query.ts';
import { type PlaceScope, placesIn } from './place-scope.ts';

export interface BuildingDocument {
  _id: string;
  buildingName: string;
  managerId: string;
  lat: number;
  lng: number;
  createdAt: Date;
  /** When something was last put into it. */
  takenAt?: Date;
}

const scopeOf = (scope: PlaceScope) => placesIn<BuildingDocument>(scope, 'buildingIds');

const COLUMNS = {
  fieldOf: { buildingName: 'buildingName', createdAt: 'createdAt' },
  newest: 'createdAt',
} as const;

@Injectable()
export class BuildingsRepository {
  private readonly buildings: Collection<BuildingDocument>;
  /** The same, for lists: no writer waits behind them for a connection. */
  private readonly lists: Collection<BuildingDocument>;

  constructor(mongo: Mongo) {
    this.buildings = mongo.collection<BuildingDocument>('buildings', [
      { key: { managerId: 1, createdAt: -1, _id: -1 } },
      { key: { createdAt: -1, _id: -1 } },
      { key: { buildingName: 1, _id: 1 } },
    ]);
    this.lists = mongo.forLongReads(this.buildings);
  }

  async insert(building: BuildingDocument, session: ClientSession): Promise<void> {
    await this.buildings.insertOne(building, { session });
  }

  find(scope: PlaceScope, id: string, session?: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings.findOne({ $and: [{ _id: id }, scopeOf(scope)] }, { session });
  }

  async isOwned(managerId: string): Promise<boolean> {
    return (await this.buildings.findOne({ managerId }, { projection: { _id: 1 } })) !== null;
  }

  /** A page, newest first unless asked otherwise. */
  async page(
    scope: PlaceScope,
    query: PageQuery<'buildingName' | 'createdAt' | 'managerName'>,
    managers: ManagersInList,
  ): Promise<{ rows: BuildingDocument[]; totalCount: number }> {
    const filter = {
      ...scopeOf(scope),
      ...foundBy<BuildingDocument>(query.q, ['buildingName'], { managerId: { $in: managers.found } }),
    };
    const { sort } = query;
    if (sort !== 'managerName') return sortedPage(this.lists, filter, { ...query, sort }, COLUMNS);
    const [rows, totalCount] = await Promise.all([
      rowsByManager(this.lists, filter, 'managerId', query, managers.inOrder ?? []),
      this.lists.countDocuments(filter, untilTooLate()),
    ]);
    return { rows, totalCount };
  }

  /** All in the scope, by name. */
  all(scope: PlaceScope): Promise<BuildingDocument[]> {
    const options = { sort: { buildingName: 1, _id: 1 }, ...untilTooLate() } as const;
    return this.lists.find(scopeOf(scope), options).toArray();
  }

  /** Those of a manager that are in the scope. */
  ofManager(scope: PlaceScope, managerId: string): Promise<BuildingDocument[]> {
    return this.buildings.find({ $and: [{ managerId }, scopeOf(scope)] }).toArray();
  }

  async replace({ _id, ...building }: BuildingDocument, session: ClientSession): Promise<void> {
    await this.buildings.replaceOne({ _id }, building, { session });
  }

  /** The building, written to so that no other transaction can remove or move it at the same time. */
  take(scope: PlaceScope, id: string, session: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings.findOneAndUpdate(
      { $and: [{ _id: id }, scopeOf(scope)] },
      { $set: { takenAt: new Date() } },
      { session },
    );
  }

  remove(scope: PlaceScope, id: string, session: ClientSession): Promise<BuildingDocument | null> {
    return this.buildings.findOneAndDelete({ $and: [{ _id: id }, scopeOf(scope)] }, { session });
  }
}
