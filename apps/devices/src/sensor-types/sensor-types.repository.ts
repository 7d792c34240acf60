import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { foundBy, timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { type ManagersInList, rowsByManager, sortBy } from '../list-query.ts';

export interface SensorTypeDocument {
  _id: string;
  sensorName: string;
  /** The manager who owns it. */
  userId: string;
  createdAt: Date;
  /** When a device last began to use it while no other did. */
  takenAt?: Date;
  /** Describes its calibration table; absent or null: it has none. */
  table?: StoredTable | null;
}

interface StoredTable {
  rows: number;
  fileName: string;
  uploadedAt: Date;
}

const sensorTypeSchema = schemaOf<SensorTypeDocument>({
  _id: String,
  sensorName: String,
  userId: String,
  createdAt: Date,
  takenAt: Date,
  table: schemaOf<StoredTable>({ rows: Number, fileName: String, uploadedAt: Date }),
})
  .index({ userId: 1, sensorName: 1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ sensorName: 1 });

/** The scope is part of the query: a foreign sensor type is not found, like a missing one. */
const scopeOf = ({ role, id }: Actor): QueryFilter<SensorTypeDocument> =>
  isAdmin(role) ? {} : { userId: role === 'manager' ? id : trusted({ $in: [] }) };

@Injectable()
export class SensorTypesRepository {
  private readonly sensorTypes: Model<SensorTypeDocument>;
  /** The same collection for lists, over other connections, so that writers don't wait behind lists. */
  private readonly lists: Model<SensorTypeDocument>;

  constructor(mongo: Mongo) {
    this.sensorTypes = mongo.model('sensor_types', sensorTypeSchema);
    this.lists = mongo.modelForLongReads(this.sensorTypes);
  }

  async insert(sensorType: SensorTypeDocument, session: ClientSession): Promise<void> {
    await this.sensorTypes.insertOne(sensorType, { session });
  }

  /** A page in the requested order; newest first by default. */
  async page(
    actor: Actor,
    query: PageQuery,
    managers: ManagersInList,
  ): Promise<{ rows: SensorTypeDocument[]; totalCount: number }> {
    const filter = {
      ...scopeOf(actor),
      ...foundBy<SensorTypeDocument>(query.q, ['sensorName'], { userId: trusted({ $in: managers.found }) }),
    };
    const sort = sortBy(query, ['sensorName', 'createdAt'] as const);
    const [rows, totalCount] = await Promise.all([
      managers.inOrder
        ? rowsByManager(this.lists, filter, 'userId', query, managers.inOrder)
        : this.lists
            .find(filter, null, timeLimit())
            .sort(sort ? { [sort.field]: sort.direction, _id: sort.direction } : { createdAt: -1, _id: -1 })
            .skip(query.offset)
            .limit(query.limit)
            .lean()
            .exec(),
      this.lists
        .countDocuments(filter, { ...timeLimit(), ...(isAdmin(actor.role) && { hint: '_id_' }) })
        .exec(),
    ]);
    return { rows, totalCount };
  }

  find(actor: Actor, id: string): Promise<SensorTypeDocument | null> {
    return this.sensorTypes
      .findOne({ ...scopeOf(actor), _id: id })
      .lean()
      .exec();
  }

  setTable(
    actor: Actor,
    id: string,
    table: SensorTypeDocument['table'],
    session: ClientSession,
  ): Promise<SensorTypeDocument | null> {
    const filter = { ...scopeOf(actor), _id: id };
    return this.sensorTypes
      .findOneAndUpdate(filter, { $set: { table } }, { session, returnDocument: 'after' })
      .lean()
      .exec();
  }

  ofManager(actor: Actor, managerId: string): Promise<SensorTypeDocument[]> {
    return this.sensorTypes
      .find({ $and: [{ userId: managerId }, scopeOf(actor)] })
      .sort({ sensorName: 1 })
      .lean()
      .exec();
  }

  async isOwned(managerId: string): Promise<boolean> {
    return (await this.sensorTypes.findOne({ userId: managerId }, { _id: 1 }).lean().exec()) !== null;
  }

  withIds(ids: string[], session?: ClientSession): Promise<SensorTypeDocument[]> {
    return this.sensorTypes
      .find({ _id: trusted({ $in: ids }) }, null, { session })
      .lean()
      .exec();
  }

  /** Writes to sensor types, so that a concurrent transaction that removes one conflicts. */
  async take(ids: string[], session: ClientSession): Promise<void> {
    const filter = { _id: trusted({ $in: ids }) };
    await this.sensorTypes.updateMany(filter, { $set: { takenAt: new Date() } }, { session });
  }

  async remove(actor: Actor, id: string, session: ClientSession): Promise<boolean> {
    return (await this.sensorTypes.deleteOne({ ...scopeOf(actor), _id: id }, { session })).deletedCount === 1;
  }
}
