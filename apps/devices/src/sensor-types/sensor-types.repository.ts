import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { PageQuery } from '@telemon/contracts/page';
import { Mongo } from '@telemon/platform/mongo';
import { foundBy, untilTooLate } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { type ManagersInList, rowsByManager, sortBy } from '../list-query.ts';

export interface SensorTypeDocument {
  _id: string;
  sensorName: string;
  /** The manager who owns it. */
  userId: string;
  createdAt: Date;
  /** When it last got its first device. */
  takenAt?: Date;
  /** What is known of its calibration table; absent or null: it has none. */
  table?: { rows: number; fileName: string; uploadedAt: Date } | null;
}

/** The scope is in the query: a foreign sensor type finds nothing, just as a missing one does. */
const scopeOf = ({ role, id }: Actor): Filter<SensorTypeDocument> =>
  isAdmin(role) ? {} : { userId: role === 'manager' ? id : { $in: [] } };

@Injectable()
export class SensorTypesRepository {
  private readonly sensorTypes: Collection<SensorTypeDocument>;
  /** The same, for lists: no writer waits behind them for a connection. */
  private readonly lists: Collection<SensorTypeDocument>;

  constructor(mongo: Mongo) {
    this.sensorTypes = mongo.collection<SensorTypeDocument>('sensor_types', [
      { key: { userId: 1, sensorName: 1 } },
      { key: { createdAt: -1, _id: -1 } },
      { key: { sensorName: 1 } },
    ]);
    this.lists = mongo.forLongReads(this.sensorTypes);
  }

  async insert(sensorType: SensorTypeDocument, session: ClientSession): Promise<void> {
    await this.sensorTypes.insertOne(sensorType, { session });
  }

  /** A page, newest first unless asked otherwise. */
  async page(
    actor: Actor,
    query: PageQuery,
    managers: ManagersInList,
  ): Promise<{ rows: SensorTypeDocument[]; totalCount: number }> {
    const filter = {
      ...scopeOf(actor),
      ...foundBy<SensorTypeDocument>(query.q, ['sensorName'], { userId: { $in: managers.found } }),
    };
    const sort = sortBy(query, ['sensorName', 'createdAt'] as const);
    const [rows, totalCount] = await Promise.all([
      managers.inOrder
        ? rowsByManager(this.lists, filter, 'userId', query, managers.inOrder)
        : this.lists
            .find(filter, untilTooLate())
            .sort(sort ? { [sort.field]: sort.direction, _id: sort.direction } : { createdAt: -1, _id: -1 })
            .skip(query.offset)
            .limit(query.limit)
            .toArray(),
      this.lists.countDocuments(filter, {
        ...untilTooLate(),
        ...(isAdmin(actor.role) && { hint: '_id_' }),
      }),
    ]);
    return { rows, totalCount };
  }

  find(actor: Actor, id: string): Promise<SensorTypeDocument | null> {
    return this.sensorTypes.findOne({ ...scopeOf(actor), _id: id });
  }

  async setTable(
    actor: Actor,
    id: string,
    table: SensorTypeDocument['table'],
    session: ClientSession,
  ): Promise<SensorTypeDocument | null> {
    const filter = { ...scopeOf(actor), _id: id };
    return this.sensorTypes.findOneAndUpdate(
      filter,
      { $set: { table } },
      { session, returnDocument: 'after' },
    );
  }

  ofManager(actor: Actor, managerId: string): Promise<SensorTypeDocument[]> {
    return this.sensorTypes
      .find({ $and: [{ userId: managerId }, scopeOf(actor)] })
      .sort({ sensorName: 1 })
      .toArray();
  }

  async isOwned(managerId: string): Promise<boolean> {
    return (await this.sensorTypes.findOne({ userId: managerId }, { projection: { _id: 1 } })) !== null;
  }

  withIds(ids: string[], session?: ClientSession): Promise<SensorTypeDocument[]> {
    return this.sensorTypes.find({ _id: { $in: ids } }, { session }).toArray();
  }

  /** Writes to these, so that no other transaction can remove one at the same time. */
  async take(ids: string[], session: ClientSession): Promise<void> {
    await this.sensorTypes.updateMany({ _id: { $in: ids } }, { $set: { takenAt: new Date() } }, { session });
  }

  async remove(actor: Actor, id: string, session: ClientSession): Promise<boolean> {
    return (await this.sensorTypes.deleteOne({ ...scopeOf(actor), _id: id }, { session })).deletedCount === 1;
  }
}
