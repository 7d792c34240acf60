import { Injectable } from '@nestjs/common';
import { Mongo, isDuplicateKey } from '@telemon/platform/mongo';
import { type Collection, type Filter, MongoBulkWriteError } from 'mongodb';
import { firstIdFrom, lastIdUpTo } from './reading-id.ts';
import { type StoredDocument, StoredReading, fromBytes } from './stored-reading.ts';

/** A stretch of a device's time, both ends in. Epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
  /** -1: newest first. */
  readonly direction: 1 | -1;
}

const EVER: Range = { from: 0, to: 2 ** 47 };

const WRITTEN_AT_ONCE = 5_000;
/** Few enough that readings which come in meanwhile wait for a few milliseconds only. */
const READ_AT_ONCE = 2_000;
/** Few enough that they leave connections to others. */
const ASKED_AT_ONCE = 5;

/** Clustered on `_id`: one tree, in the order of device and time, so that a range of time is one range of ids. */
@Injectable()
export class ReadingsRepository {
  private readonly readings: Collection<StoredDocument>;

  constructor(mongo: Mongo) {
    this.readings = mongo.collection<StoredDocument>('readings', [], {
      clusteredIndex: { key: { _id: 1 }, unique: true },
    });
  }

  /** Stores what is not stored yet. Answers with the places of those that were. */
  async store(documents: readonly StoredDocument[]): Promise<number[]> {
    const known: number[] = [];
    for (let from = 0; from < documents.length; from += WRITTEN_AT_ONCE) {
      const places = await this.insert(documents.slice(from, from + WRITTEN_AT_ONCE));
      for (const place of places) known.push(from + place);
    }
    return known;
  }

  /** When stored readings arrived; null for one that is not stored. */
  async receivedAt(ids: readonly Buffer[]): Promise<(number | null)[]> {
    const found: (number | null)[] = [];
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
      // One by one: MongoDB looks for several ids of a clustered collection by going through all of it.
      const asked = ids
        .slice(from, from + ASKED_AT_ONCE)
        .map((_id) => this.readings.findOne({ _id }, { raw: true }));
      for (const bytes of await Promise.all(asked)) {
        found.push(bytes && fromBytes(bytes as unknown as Buffer).receivedAt);
      }
    }
    return found;
  }

  /** Hands each reading of a device in a range to `visit`, oldest first. */
  async visit(key: number, range: Range, visit: (reading: StoredReading) => void): Promise<void> {
    for await (const batch of this.batchesOf(idsOf(key, range), 1)) {
      for (const bytes of batch) visit(fromBytes(bytes));
    }
  }

  /** A page of a device's readings in a range. */
  async page(key: number, range: Range, { offset, limit, direction }: Page): Promise<StoredReading[]> {
    const rows: StoredReading[] = [];
    for await (const batch of this.batchesOf(idsOf(key, range), direction, offset, limit)) {
      rows.push(...batch.map(fromBytes));
    }
    return rows;
  }

  /** The newest readings of a device, newest first. */
  newest(key: number, limit = 1): Promise<StoredReading[]> {
    return this.page(key, EVER, { offset: 0, limit, direction: -1 });
  }

  count(key: number, range: Range): Promise<number> {
    return this.readings.countDocuments(idsOf(key, range));
  }

  private async insert(documents: readonly StoredDocument[]): Promise<number[]> {
    try {
      await this.readings.insertMany(documents, { ordered: false });
      return [];
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const refusals = [error.writeErrors].flat();
      if (!refusals.every((refusal) => isDuplicateKey(refusal))) throw error;
      return refusals.map(({ index }) => index);
    }
  }

  private async *batchesOf(
    filter: Filter<StoredDocument>,
    direction: 1 | -1,
    skip = 0,
    limit = 0,
  ): AsyncGenerator<Buffer[]> {
    const sort = { _id: direction };
    const cursor = this.readings.find(filter, { raw: true, sort, skip, limit, batchSize: READ_AT_ONCE });
    try {
      while (await cursor.hasNext()) yield cursor.readBufferedDocuments() as unknown as Buffer[];
    } finally {
      await cursor.close();
    }
  }
}

const idsOf = (key: number, { from, to }: Range): Filter<StoredDocument> => ({
  _id: { $gte: firstIdFrom(key, from), $lte: lastIdUpTo(key, to) },
});
