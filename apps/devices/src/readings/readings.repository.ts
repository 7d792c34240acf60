import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { readAhead } from '@telemon/platform/read-ahead';
import type { Collection, Filter, FindOptions } from 'mongodb';
import type { ReadBounds } from './bounded-read.ts';
import { firstIdFrom, lastIdUpTo } from './reading-id.ts';
import { type StoredDocument, StoredReading, fromBytes } from './stored-reading.ts';

/** A period, both ends included. Epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface RowRange {
  readonly offset: number;
  readonly limit: number;
  /** -1: newest first. */
  readonly direction: 1 | -1;
}

const EVER: Range = { from: 0, to: 2 ** 47 };

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

  /** Passes each reading of a device in a range to `visit`, oldest first. @param bounds Limits of a user's query. */
  async visit(
    key: number,
    range: Range,
    visit: (reading: StoredReading) => void,
    bounds?: ReadBounds,
  ): Promise<void> {
    for await (const batch of readAhead(this.batchesOf(idsOf(key, range), { sort: { _id: 1 } }, bounds))) {
      for (const bytes of batch) visit(fromBytes(bytes));
    }
  }

  /** A page of a device's readings in a range. */
  async page(
    key: number,
    range: Range,
    { offset, limit, direction }: RowRange,
    bounds?: ReadBounds,
  ): Promise<StoredReading[]> {
    const rows: StoredReading[] = [];
    const options = { sort: { _id: direction }, skip: offset, limit };
    for await (const batch of this.batchesOf(idsOf(key, range), options, bounds)) {
      rows.push(...batch.map(fromBytes));
    }
    return rows;
  }

  /** The newest readings of a device, newest first. */
  newest(key: number, limit = 1, bounds?: ReadBounds): Promise<StoredReading[]> {
    return this.page(key, EVER, { offset: 0, limit, direction: -1 }, bounds);
  }

  /** The number of a device's readings in a range, at most `most`. */
  count(key: number, range: Range, most: number, bounds: ReadBounds): Promise<number> {
    return this.past.countDocuments(idsOf(key, range), { limit: most, maxTimeMS: bounds.maxTimeMs });
  }

  private async *batchesOf(
    filter: Filter<StoredDocument>,
    options: Pick<FindOptions, 'sort' | 'skip' | 'limit'>,
    bounds: ReadBounds | undefined,
  ): AsyncGenerator<Buffer[]> {
    const cursor = (bounds ? this.past : this.readings).find(filter, {
      ...options,
      ...(bounds && { maxTimeMS: bounds.maxTimeMs }),
      raw: true,
      batchSize: READ_AT_ONCE,
    });
    try {
      while (await cursor.hasNext()) {
        bounds?.signal.throwIfAborted();
        yield cursor.readBufferedDocuments() as unknown as Buffer[];
      }
    } finally {
      await cursor.close();
    }
  }
}

const idsOf = (key: number, { from, to }: Range): Filter<StoredDocument> => ({
  _id: { $gte: firstIdFrom(key, from), $lte: lastIdUpTo(key, to) },
});
