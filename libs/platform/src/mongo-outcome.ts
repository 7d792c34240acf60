import {
  type AnyBulkWriteOperation,
  type BulkWriteResult,
  type Collection,
  type Document,
  MongoBulkWriteError,
} from 'mongodb';

/** A write refused because its unique key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: number } | null)?.code === 11_000;

/**
 * Runs an unordered bulk write whose writes insert or change one document each, and returns the indexes of those that were
 * refused for a duplicate key: the document exists already. No other place reads the outcome of such writes.
 * @throws unless MongoDB confirmed each write, for a majority of its members, as done or as a duplicate key
 */
export const writeUnlessTaken = async <Schema extends Document>(
  collection: Collection<Schema>,
  writes: AnyBulkWriteOperation<Schema>[],
): Promise<number[]> => {
  if (writes.length === 0) return [];
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
