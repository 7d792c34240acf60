import type { PageQuery } from '@telemon/contracts/page';
import type { Collection, Document, Filter, Sort, WithId } from 'mongodb';

/** How a list may be sorted: the column of a row → the field of the document. */
export interface Columns {
  readonly fieldOf: Readonly<Record<string, string>>;
  /** The field of the newest-first order that holds where no other is asked for. */
  readonly newest: string;
}

/** By the column that the asker names, where there is such a column; else the newest first. */
const sortOf = ({ sort, order }: PageQuery, { fieldOf, newest }: Columns): Sort => {
  const field = sort !== undefined && Object.hasOwn(fieldOf, sort) ? fieldOf[sort] : undefined;
  if (field === undefined) return { [newest]: -1, _id: -1 };
  const direction = order === 'DESC' ? -1 : 1;
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
};

/** A pattern for what a person typed: the very letters, in any case. */
export const literally = (text: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');

/** A page of a collection, and how many rows there are altogether. */
export const sortedPage = async <Schema extends Document>(
  collection: Collection<Schema>,
  filter: Filter<Schema>,
  query: PageQuery,
  columns: Columns,
): Promise<{ rows: WithId<Schema>[]; totalCount: number }> => {
  const { limit, offset } = query;
  const [rows, totalCount] = await Promise.all([
    collection.find(filter, { sort: sortOf(query, columns), skip: offset, limit }).toArray(),
    collection.countDocuments(filter),
  ]);
  return { rows, totalCount };
};
