import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { type Range, type ReadOptions, optionsOf } from './read-options.ts';
import { firstIdFrom, lastIdUpTo, timeOf } from './reading-id.ts';
import { type StoredDocument, StoredReading, fromBytes } from './stored-reading.ts';

const WRITTEN_AT_ONCE = 5_000;
/** Few enough that decoding a batch delays arriving readings by only a few milliseconds. */
const READ_AT_ONCE = 2_000;
/** Few enough to leave connections to other queries. */
const ASKED_AT_ONCE = 5;

/** Clustered on `_id`: one tree in the order of device and time, so that a period is one range of ids. */
@Injectable()
export class ReadingsRepository {
  private readonly readings: Collection<StoredDocument>;
  /** The same collection for users' queries, over other connections. */
  private readonly past: Collection<StoredDocument>;

  constructor(mongo: Mongo) {
    this.readings = mongo.collection<StoredDocument>('readings', [], {
      clusteredIndex: { key: { _id: 1 }, unique: true },
    });
    this.past = mongo.forLongReads(this.readings);
  }

  /** Stores the new readings, and returns the indexes of those that are stored already. */
  async store(documents: readonly StoredDocument[]): Promise<number[]> {
    const known: number[] = [];
    for (let from = 0; from < documents.length; from += WRITTEN_AT_ONCE) {
      const inserts = documents
        .slice(from, from + WRITTEN_AT_ONCE)
        .map((document) => ({ insertOne: { document } }));
      for (const place of await writeUnlessTaken(this.readings, inserts)) known.push(from + place);
    }
    return known;
  }

  /** The arrival times of readings; null for one that is not stored. */
  async receivedAt(ids: readonly Buffer[]): Promise<(number | null)[]> {
    const found: (number | null)[] = [];
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
      // One query per id: for several ids, MongoDB scans the whole clustered collection.
      const asked = ids
        .slice(from, from + ASKED_AT_ONCE)
        .map((_id) => this.readings.findOne({ _id }, { raw: true }));
      for (const bytes of await Promise.all(asked)) {
        found.push(bytes && fromBytes(bytes as unknown as Buffer).receivedAt);
      }
    }
    return found;
  }

  /** The first reading's id from an id on; null if there is none. */
  async firstFrom(id: Buffer): Promise<Buffer | null> {
    const options = { sort: { _id: 1 }, projection: { _id: 1 }, promoteBuffers: true } as const;
    const found = await this.readings.findOne({ _id: { $gte: id } }, options);
    return found && (found._id as Buffer);
  }

  /** The time of the reading that follows the first `rows` of a device in a range; null if there is none. */
  async timeBehind(key: number, range: Range, rows: number): Promise<number | null> {
    const options = { sort: { _id: 1 }, projection: { _id: 1 }, skip: rows, promoteBuffers: true } as const;
    const found = await this.readings.findOne(idsOf(key, range), options);
    return found && timeOf(found._id as Buffer);
  }

  /** The number of a device's readings in a range, at most `most`. */
  countOf(key: number, range: Range, most: number, query: ReadOptions = {}): Promise<number> {
    return this.collectionFor(query).countDocuments(idsOf(key, range), { limit: most, ...optionsOf(query) });
  }

  /** The first readings of a device in a range, in the order of time. */
  async first(key: number, range: Range, limit: number, query: ReadOptions): Promise<StoredReading[]> {
    const options = { sort: { _id: 1 }, raw: true, limit, batchSize: limit, ...optionsOf(query) } as const;
    const found = await this.collectionFor(query).find(idsOf(key, range), options).toArray();
    return (found as unknown as Buffer[]).map(fromBytes);
  }

  /** All readings of a device in a range, in the order of time. */
  async rowsOf(key: number, range: Range, session: ClientSession): Promise<StoredReading[]> {
    const rows: StoredReading[] = [];
    for await (const batch of this.batchesOf(key, range, 1, { session })) rows.push(...batch);
    return rows;
  }

  /** The readings of a device in a range in batches, in the order of time or the other way. */
  async *batchesOf(
    key: number,
    range: Range,
    direction: 1 | -1,
    query: ReadOptions = {},
  ): AsyncGenerator<StoredReading[]> {
    const cursor = this.collectionFor(query).find(idsOf(key, range), {
      sort: { _id: direction },
      raw: true,
      batchSize: Math.min(READ_AT_ONCE, query.atOnce ?? READ_AT_ONCE),
      ...optionsOf(query),
    });
    try {
      while (await cursor.hasNext()) {
        query.bounds?.signal.throwIfAborted();
        yield (cursor.readBufferedDocuments() as unknown as Buffer[]).map(fromBytes);
      }
    } finally {
      await cursor.close();
    }
  }

  /** Removes a device's readings in a range, and returns how many there were. */
  async remove(key: number, range: Range, session?: ClientSession): Promise<number> {
    return (await this.readings.deleteMany(idsOf(key, range), { session })).deletedCount;
  }

  /** Removes readings by their ids. */
  async removeEach(ids: readonly Buffer[]): Promise<void> {
    await this.readings.bulkWrite(ids.map((_id) => ({ deleteOne: { filter: { _id } } })));
  }

  private collectionFor({ bounds }: ReadOptions): Collection<StoredDocument> {
    return bounds ? this.past : this.readings;
  }
}

const idsOf = (key: number, { from, to }: Range): Filter<StoredDocument> => ({
  _id: { $gte: firstIdFrom(key, from), $lte: lastIdUpTo(key, to) },
});
