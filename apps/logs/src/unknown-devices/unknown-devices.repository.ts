import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import type { UnknownName, unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import type { Source } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { type Columns, foundBy, sortOf, timeLimit } from '@telemon/platform/sorted-page';
import type { AnyBulkWriteOperation, Collection, Filter, IndexDescription } from 'mongodb';

export interface UnknownDeviceDocument {
  /** The name. */
  _id: string;
  source: Source;
  firstSeenAt: Date;
  lastSeenAt: Date;
  count: number;
  /** The beginning of the newest payload; null: only sign-ins came. */
  data: string | null;
  bytes: number;
}

export type UnknownDevicesQuery = RequestOf<typeof unknownDevices.list>;

/** There are a few thousand at most, so that only the usual order and the removal by age need an index. */
const INDEXES: IndexDescription[] = [{ key: { lastSeenAt: -1, _id: -1 } }];

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

/**
 * The names under which messages came although no device has them. No user writes them: the edges report messages, many at a time.
 * So the collection has no schema, as others that are written per message.
 */
@Injectable()
export class UnknownDevicesRepository {
  private readonly devices: Collection<UnknownDeviceDocument>;
  /** The same collection for users' lists. */
  private readonly lists: Collection<UnknownDeviceDocument>;

  constructor(mongo: Mongo) {
    this.devices = mongo.collection('unknown_devices', INDEXES);
    this.lists = mongo.forLongReads(this.devices);
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
    // A write is refused if another replica has just inserted the document: then it is repeated as an update.
    while (writes.length > 0)
      writes = (await writeUnlessTaken(this.devices, writes)).map((place) => writes[place]!);
  }

  async page(query: UnknownDevicesQuery): Promise<{ rows: UnknownDeviceDocument[]; totalCount: number }> {
    const filter = foundBy(query.q, ['_id', 'data']) as Filter<UnknownDeviceDocument>;
    const { limit, offset: skip } = query;
    const options = { sort: sortOf(query, COLUMNS), skip, limit, ...timeLimit() };
    const [rows, totalCount] = await Promise.all([
      this.lists.find(filter, options).toArray(),
      this.lists.countDocuments(filter, timeLimit()),
    ]);
    return { rows, totalCount };
  }

  /** @returns how many of the names had a document */
  async remove(names: readonly string[]): Promise<number> {
    return (await this.devices.deleteMany({ _id: { $in: [...names] } })).deletedCount;
  }

  async removeNotSeenSince(time: Date): Promise<void> {
    await this.devices.deleteMany({ lastSeenAt: { $lt: time } });
  }

  /** The names of all unknown devices. */
  async names(): Promise<string[]> {
    const rows = await this.devices.find({}, { projection: { _id: 1 } }).toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Removes this many names: those with the lowest counts and, among equal counts, those that were seen longest ago. */
  async removeLeast(many: number): Promise<void> {
    const least = { sort: { count: 1, lastSeenAt: 1 }, limit: many, projection: { _id: 1 } } as const;
    const rows = await this.devices.find({}, least).toArray();
    await this.remove(rows.map(({ _id }) => _id));
  }
}
