import type { PageQuery } from '@telemon/contracts/page';
import { type Model, type QueryFilter, sanitizeFilter } from 'mongoose';
import { timeLeftMs } from './deadline.ts';

/** The time limit of a request without a deadline, ms. */
const LONGEST_MS = 4_500;

/** How a list may be sorted: the column of a row → the field of the document. */
export interface Columns<Column extends string> {
  readonly fieldOf: Readonly<Record<Column, string>>;
  /** Columns whose order is that of a value which MongoDB computes from the document, by an expression. */
  readonly computed?: Readonly<Partial<Record<Column, object>>>;
  /** The field of the default order, newest first. */
  readonly newest: string;
}

/** Sorts by the requested column, else newest first; the id makes the order of equal rows stable. */
export const sortOf = <Column extends string>(
  { sort, order }: Pick<PageQuery<Column>, 'sort' | 'order'>,
  { fieldOf, newest }: Columns<Column>,
): Record<string, 1 | -1> => {
  if (sort === undefined) return { [newest]: -1, _id: -1 };
  const field = fieldOf[sort];
  const direction = order === 'DESC' ? -1 : 1;
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: direction };
};

/** A pattern that matches a text literally, in any case. */
export const literally = (text: string): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');

type FieldOf<Stored> = keyof Stored & string;

/** The filter of a search: a field contains the text, or one of `orElse` holds. Matches everything without a text. */
export const foundBy = <Stored>(
  typed: string | undefined,
  fields: readonly (FieldOf<Stored> | `${FieldOf<Stored>}.${string}`)[],
  ...orElse: QueryFilter<Stored>[]
): QueryFilter<Stored> => {
  if (!typed) return {} as QueryFilter<Stored>;
  const text = literally(typed);
  return { $or: [...fields.map((field) => ({ [field]: text })), ...orElse] } as QueryFilter<Stored>;
};

/**
 * Ends a query in the database at the caller's deadline; the caller gets a 503. Deep pages and counts scan as many rows as there
 * are.
 */
export const timeLimit = (): { maxTimeMS: number } => ({
  // 0 would mean no limit.
  maxTimeMS: Math.max(1, timeLeftMs() ?? LONGEST_MS),
});

/** The name of a computed value, which no document has. */
const COMPUTED = '_computed';

/** In the order of a computed value; equal ones newest first. */
const orderOfComputed = (
  { order }: Pick<PageQuery, 'order'>,
  { newest }: { newest: string },
): Record<string, 1 | -1> => ({ [COMPUTED]: order === 'DESC' ? -1 : 1, [newest]: -1, _id: -1 });

/** The rows of a page in the order of a computed value; equal ones newest first. */
const rowsByComputed = <Stored, Column extends string>(
  model: Model<Stored>,
  filter: QueryFilter<Stored>,
  query: PageQuery<Column>,
  { computed, newest }: { computed: object; newest: string },
): Promise<Stored[]> =>
  model
    .aggregate<Stored>(
      [
        // Mongoose doesn't sanitize pipelines.
        { $match: { $and: [sanitizeFilter(filter)] } },
        { $addFields: { [COMPUTED]: computed } },
        { $sort: orderOfComputed(query, { newest }) },
        { $skip: query.offset },
        { $limit: query.limit },
        { $unset: COMPUTED },
      ],
      timeLimit(),
    )
    .exec();

/**
 * The ids of the first `most` documents in the order that `sortedPage` has. Only what they are sorted by is in the database's memory
 * beside them.
 */
export const sortedIds = async <Stored, Column extends string>(
  model: Model<Stored>,
  filter: QueryFilter<Stored>,
  query: Pick<PageQuery<Column>, 'order'> & { sort: Column },
  { most, ...columns }: Columns<Column> & { most: number },
): Promise<string[]> => {
  const computed = columns.computed?.[query.sort];
  const order = computed ? orderOfComputed(query, columns) : sortOf(query, columns);
  const kept = Object.fromEntries(Object.keys(order).map((field) => [field, 1]));
  const found = await model
    .aggregate<{ _id: string }>(
      [
        // Mongoose doesn't sanitize pipelines.
        { $match: { $and: [sanitizeFilter(filter)] } },
        { $project: { ...kept, ...(computed && { [COMPUTED]: computed }) } },
        { $sort: order },
        { $limit: most },
        { $project: { _id: 1 } },
      ],
      timeLimit(),
    )
    .exec();
  return found.map(({ _id }) => _id);
};

/** A page of a collection, and the total number of rows. */
export const sortedPage = async <Stored, Column extends string>(
  model: Model<Stored>,
  filter: QueryFilter<Stored>,
  query: PageQuery<Column>,
  columns: Columns<Column>,
): Promise<{ rows: Stored[]; totalCount: number }> => {
  const { limit, offset: skip, sort } = query;
  const computed = sort === undefined ? undefined : columns.computed?.[sort];
  const options = { sort: sortOf(query, columns), skip, limit, ...timeLimit() };
  const [rows, totalCount] = await Promise.all([
    computed
      ? rowsByComputed(model, filter, query, { computed, newest: columns.newest })
      : model.find(filter, null, options).lean<Stored[]>().exec(),
    model.countDocuments(filter, timeLimit()).exec(),
  ]);
  return { rows, totalCount };
};
