import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import type { UnknownName, unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import type { Source } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { Model } from 'mongoose';

export interface UnknownDeviceDocument {
  /** Its name. */
  _id: string;
  source: Source;
  firstSeenAt: Date;
  lastSeenAt: Date;
  count: number;
  /** null: nothing came but sign-ins. */
  data: string | null;
  bytes: number;
}

export type UnknownDevicesQuery = RequestOf<typeof unknownDevices.list>;

/** There are a few thousand at most, so that only the usual order and the removal by age need an index. */
const unknownDeviceSchema = schemaOf<UnknownDeviceDocument>({
  _id: String,
  source: String,
  firstSeenAt: Date,
  lastSeenAt: Date,
  count: Number,
  data: String,
  bytes: Number,
}).index({ lastSeenAt: -1, _id: -1 });

const COLUMNS: Columns<NonNullable<UnknownDevicesQuery['sort']>> = {
  newest: 'lastSeenAt',
  fieldOf: {
    deviceName: '_id',
    source: 'source',
    firstSeenAt: 'firstSeenAt',
    lastSeenAt: 'lastSeenAt',
    count: 'count',
  },
};

/** The names that no device has and that something was sent under. */
@Injectable()
export class UnknownDevicesRepository {
  private readonly devices: Model<UnknownDeviceDocument>;
  /** The same collection for users' lists. */
  private readonly lists: Model<UnknownDeviceDocument>;

  constructor(mongo: Mongo) {
    this.devices = mongo.model('unknown_devices', unknownDeviceSchema);
    this.lists = mongo.modelForLongReads(this.devices);
  }

  /** Adds the counts of names, and takes their samples. */
  async keep(source: Source, names: readonly UnknownName[], at: Date): Promise<void> {
    let writes: AnyBulkWriteOperation<UnknownDeviceDocument>[] = names.map(
      ({ deviceName, count, sample }) => ({
        updateOne: {
          filter: { _id: deviceName },
          update: {
            $setOnInsert: { firstSeenAt: at, ...(!sample && { data: null, bytes: 0 }) },
            $set: { source, ...sample },
            $max: { lastSeenAt: at },
            $inc: { count },
          },
          upsert: true,
        },
      }),
    );
    // Another replica has just inserted the document.
    while (writes.length > 0)
      writes = (await writeUnlessTaken(this.collection, writes)).map((place) => writes[place]!);
  }

  page(query: UnknownDevicesQuery): Promise<{ rows: UnknownDeviceDocument[]; totalCount: number }> {
    return sortedPage(this.lists, foundBy<UnknownDeviceDocument>(query.q, ['_id', 'data']), query, COLUMNS);
  }

  /** @returns how many of the names had a document */
  async remove(names: readonly string[]): Promise<number> {
    return (await this.collection.deleteMany({ _id: { $in: [...names] } })).deletedCount;
  }

  async removeNotSeenSince(time: Date): Promise<void> {
    await this.collection.deleteMany({ lastSeenAt: { $lt: time } });
  }

  /** All of them. */
  async names(): Promise<string[]> {
    const rows = await this.collection.find({}, { projection: { _id: 1 } }).toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Removes so many: those that came least often, and of equals those that have not come for longest. */
  async removeLeast(many: number): Promise<void> {
    const least = { sort: { count: 1, lastSeenAt: 1 }, limit: many, projection: { _id: 1 } } as const;
    const rows = await this.collection.find({}, least).toArray();
    await this.remove(rows.map(({ _id }) => _id));
  }

  private get collection(): Collection<UnknownDeviceDocument> {
    return this.devices.collection as unknown as Collection<UnknownDeviceDocument>;
  }
}
