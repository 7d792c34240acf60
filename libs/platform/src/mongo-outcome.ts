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
 * Makes writes that insert or replace one document each, in any order, and answers with the places of those that were
 * refused as their unique key is taken: the document is there already. No other place reads the outcome of such writes.
 * @throws unless MongoDB said of each write, for a majority of its members, that it is done or that its key is taken
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
  // A lost connection comes as a MongoBulkWriteError without write errors, so only counting tells what is not known.
  const known = result.insertedCount + result.matchedCount + result.upsertedCount + refusals.length;
  const isForMajority = result.getWriteConcernError() === undefined;
  if (known !== writes.length || !isForMajority || !refusals.every(isDuplicateKey)) throw failure;
  return refusals.map(({ index }) => index);
};
