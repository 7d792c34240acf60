import {
  type AnyBulkWriteOperation,
  type BulkWriteResult,
  type Collection,
  type Document,
  MongoBulkWriteError,
} from 'mongodb';
import type { Model } from 'mongoose';

/** A write refused because its unique key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: number } | null)?.code === 11_000;

/** The driver's collection of a model: it checks no write against the schema. The types of mongoose and of the driver differ. */
export const driverCollectionOf = <Schema extends Document>(model: {
  readonly collection: unknown;
}): Collection<Schema> => model.collection as Collection<Schema>;

/**
 * Runs an unordered bulk write whose writes insert or change one document each, and returns the indexes of those that were
 * refused for a duplicate key: the document exists already. No other place reads the outcome of such writes.
 * @throws unless MongoDB confirmed each write, for a majority of its members, as done or as a duplicate key
 */
export const writeUnlessTaken = async <Schema extends Document>(
  to: Collection<Schema> | Model<Schema>,
  writes: AnyBulkWriteOperation<Schema>[],
): Promise<number[]> => {
  if (writes.length === 0) return [];
  const collection = 'collection' in to ? driverCollectionOf<Schema>(to) : to;
  let failure: unknown = new Error('MongoDB did not answer for every write');
  let result: BulkWriteResult;
  try {
    result = await collection.bulkWrite(writes, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    failure = error;
    result = error.result;
  }
  const refusals = result.getWriteErrors();
  // A lost connection is a MongoBulkWriteError without write errors, so only counting shows unconfirmed writes.
  const known = result.insertedCount + result.matchedCount + result.upsertedCount + refusals.length;
  const isForMajority = result.getWriteConcernError() === undefined;
  if (known !== writes.length || !isForMajority || !refusals.every(isDuplicateKey)) throw failure;
  return refusals.map(({ index }) => index);
};
