import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import type {
  AnyBulkWriteOperation,
  ClientSession,
  Collection,
  CreateCollectionOptions,
  Filter,
} from 'mongodb';
import { type Range, type ReadOptions, optionsOf } from '../stored-readings/read-options.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { PackedReadings, packReadings } from './packed-readings.ts';
import { Rollups } from './rollups.ts';

/** Packed data of one device and hour or day. */
interface PackedDocument {
  /** The key of the device and the begin of the hour or day: see `packedId`. */
  _id: Uint8Array;
  data: Uint8Array;
}

type Collections = Record<'hours' | 'quarters' | 'minutes', Collection<PackedDocument>>;

/** Roll-ups that are not unpacked yet. */
export interface PackedRollups {
  /** The begin of their day or hour, epoch milliseconds. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** Readings of a device and an hour, in the order of time. */
interface Hour<Readings> {
  /** When the hour begins, epoch milliseconds. */
  readonly start: number;
  readonly readings: Readings;
}

const ID_BYTES = 10;
const LAST_INSTANT = 2 ** 48 - 1;

const packedId = (key: number, start: number): Buffer => {
  const id = Buffer.allocUnsafe(ID_BYTES);
  id.writeUInt32BE(key, 0);
  id.writeUIntBE(start, 4, 6);
  return id;
};
const startOf = (id: Buffer): number => id.readUIntBE(4, 6);

const CLUSTERED: CreateCollectionOptions = {
  clusteredIndex: { key: { _id: 1 }, unique: true },
  storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } },
};
/** Read at once: days of a month, or hours of a day. */
const READ_AT_ONCE = 32;
/** For a page of a few rows. */
const FEW_AT_ONCE = 2;

export const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS) * HOUR_MS;
/** A day of UTC, which every time zone's quarters of an hour fit into. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS) * DAY_MS;

/** Past hours in a compact form: their readings, and roll-ups of each quarter, of each minute where an hour has many readings. */
@Injectable()
export class SealedHours {
  private readonly own: Collections;
  /** The same collections for users' queries, over other connections. */
  private readonly past: Collections;

  constructor(mongo: Mongo) {
    this.own = {
      hours: mongo.collection<PackedDocument>('sealed_hours', [], CLUSTERED),
      quarters: mongo.collection<PackedDocument>('rollups_of_quarters', [], CLUSTERED),
      minutes: mongo.collection<PackedDocument>('rollups_of_minutes', [], CLUSTERED),
    };
    this.past = {
      hours: mongo.forLongReads(this.own.hours),
      quarters: mongo.forLongReads(this.own.quarters),
      minutes: mongo.forLongReads(this.own.minutes),
    };
  }

  /** The sealed hours of a device that have a part of the range, in the order of time or the other way. */
  async *hoursIn(
    key: number,
    { from, to }: Range,
    direction: 1 | -1,
    query: ReadOptions = {},
  ): AsyncGenerator<Hour<PackedReadings>> {
    const cursor = this.for(query).hours.find(idsOf(key, hourOf(from), to), {
      sort: { _id: direction },
      batchSize: query.atOnce === undefined ? READ_AT_ONCE : FEW_AT_ONCE,
      promoteBuffers: true,
      ...optionsOf(query),
    });
    try {
      for await (const { _id, data } of cursor) {
        query.bounds?.signal.throwIfAborted();
        yield { start: startOf(_id as Buffer), readings: new PackedReadings(data as Buffer) };
      }
    } finally {
      await cursor.close();
    }
  }

  /** The sealed readings of one hour; null if there are none. */
  async hour(key: number, start: number, query?: ReadOptions): Promise<PackedReadings | null> {
    for await (const { readings } of this.hoursIn(key, { from: start, to: start }, 1, query)) return readings;
    return null;
  }

  /** The packed quarters of the days that have a part of the range, in the order of time. */
  daysIn(key: number, { from, to }: Range, query: ReadOptions = {}): Promise<PackedRollups[]> {
    return packedIn(this.for(query).quarters, idsOf(key, dayOf(from), to), query);
  }

  /** The minutes of the hours that have a part of the range, and more readings than minutes. */
  async minutesIn(key: number, { from, to }: Range, query: ReadOptions = {}): Promise<Rollups[]> {
    const hours = await packedIn(this.for(query).minutes, idsOf(key, hourOf(from), to), query);
    return hours.map(({ start, bytes }) => Rollups.ofHour(start, bytes));
  }

  /** Replaces the sealed readings and roll-ups of some hours of one day. */
  async put(
    key: number,
    day: number,
    hours: readonly Hour<StoredReading[]>[],
    session: ClientSession,
  ): Promise<void> {
    const [known] = await this.daysIn(key, { from: day, to: day }, { session });
    const quarters = Rollups.ofDay(day, known?.bytes);
    const packed: AnyBulkWriteOperation<PackedDocument>[] = [];
    const minutes: AnyBulkWriteOperation<PackedDocument>[] = [];
    for (const { start, readings } of hours) {
      quarters.clear(start, start + HOUR_MS);
      for (const reading of readings) quarters.add(reading);
      packed.push(replacement(key, start, packReadings(readings)));
      if (readings.length <= HOUR_MS / MINUTE_MS) continue;
      const ofHour = Rollups.ofHour(start);
      for (const reading of readings) ofHour.add(reading);
      minutes.push(replacement(key, start, ofHour.pack()));
    }
    await this.own.hours.bulkWrite(packed, { session });
    if (minutes.length > 0) await this.own.minutes.bulkWrite(minutes, { session });
    await this.own.quarters.bulkWrite([replacement(key, day, quarters.pack())], { session });
  }

  /** The first key, from this one on, that has sealed hours, and the first day of these; null if there is none. */
  async firstFrom(key: number): Promise<{ key: number; day: number } | null> {
    const options = { sort: { _id: 1 }, projection: { _id: 1 }, promoteBuffers: true } as const;
    const found = await this.own.quarters.findOne({ _id: { $gte: packedId(key, 0) } }, options);
    if (found === null) return null;
    const id = found._id as Buffer;
    return { key: id.readUInt32BE(0), day: startOf(id) };
  }

  /** Removes all of a key from a day to before another, roll-ups and readings together, and returns the number of hours. */
  async remove(key: number, day: number, end: number, session: ClientSession): Promise<number> {
    const ids = idsOf(key, day, end - 1);
    const { deletedCount } = await this.own.hours.deleteMany(ids, { session });
    await this.own.minutes.deleteMany(ids, { session });
    await this.own.quarters.deleteMany(ids, { session });
    return deletedCount;
  }

  private for({ bounds }: ReadOptions): Collections {
    return bounds ? this.past : this.own;
  }
}

const packedIn = async (
  collection: Collection<PackedDocument>,
  ids: Filter<PackedDocument>,
  query: ReadOptions,
): Promise<PackedRollups[]> => {
  const options = { sort: { _id: 1 }, promoteBuffers: true, ...optionsOf(query) } as const;
  const found = await collection.find(ids, options).toArray();
  return found.map(({ _id, data }) => ({ start: startOf(_id as Buffer), bytes: data as Buffer }));
};

const idsOf = (key: number, from: number, to: number): Filter<PackedDocument> => ({
  _id: { $gte: packedId(key, Math.max(0, from)), $lte: packedId(key, Math.min(to, LAST_INSTANT)) },
});

const replacement = (key: number, start: number, data: Buffer): AnyBulkWriteOperation<PackedDocument> => {
  const _id = packedId(key, start);
  return { replaceOne: { filter: { _id }, replacement: { data }, upsert: true } };
};
