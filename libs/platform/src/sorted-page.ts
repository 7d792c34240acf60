import type { PageQuery } from '@telemon/contracts/page';
import type { Collection, Document, Filter, Sort, WithId } from 'mongodb';
import { timeLeftMs } from './deadline.ts';

/** Where nobody says until when they wait, ms. */
const LONGEST_MS = 4_500;

/** How a list may be sorted: the column of a row → the field of the document. */
export interface Columns<Column extends string> {
  readonly fieldOf: Readonly<Record<Column, string>>;
  /** The field of the newest-first order that holds where no other is asked for. */
  readonly newest: string;
}

/** By the column that the asker names, else the newest first; the id puts what is equal in the same order always. */
const sortOf = <Column extends string>(
  { sort, order }: PageQuery<Column>,
  { fieldOf, newest }: Columns<Column>,
): Sort => {
  if (sort === undefined) return { [newest]: -1, _id: -1 };
  const field = fieldOf[sort];
  const direction = order === 'DESC' ? -1 : 1;
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
};

/** A pattern for what a person typed: the very letters, in any case. */
export const literally = (text: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');

/** What a person's search finds: a field contains what they typed, or one of `orElse` holds. All where nothing was typed. */
export const foundBy = <Schema extends Document>(
  typed: string | undefined,
  fields: readonly (keyof Schema & string)[],
  ...orElse: Filter<Schema>[]
): Filter<Schema> => {
  if (!typed) return {};
  const text = literally(typed);
  return { $or: [...fields.map((field) => ({ [field]: text })), ...orElse] } as Filter<Schema>;
};

/**
 * Has a query end in the database when its answer would be too late; whoever asked hears 503. Pages far down and counts go through
 * as many rows as there are.
 */
export const untilTooLate = (): { maxTimeMS: number } => ({
  // None at all would be taken for as long as it likes.
  maxTimeMS: Math.max(1, timeLeftMs() ?? LONGEST_MS),
});

/** A page of a collection, and how many rows there are altogether. */
export const sortedPage = async <Schema extends Document, Column extends string>(
  collection: Collection<Schema>,
  filter: Filter<Schema>,
  query: PageQuery<Column>,
  columns: Columns<Column>,
): Promise<{ rows: WithId<Schema>[]; totalCount: number }> => {
  const { limit, offset } = query;
  const [rows, totalCount] = await Promise.all([
    collection
      .find(filter, { sort: sortOf(query, columns), skip: offset, limit, ...untilTooLate() })
      .toArray(),
    collection.countDocuments(filter, untilTooLate()),
  ]);
  return { rows, totalCount };
};
