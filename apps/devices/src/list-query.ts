import type { PageQuery } from '@telemon/contracts/page';
import { timeLimit } from '@telemon/platform/sorted-page';
import { type Model, type QueryFilter, sanitizeFilter } from 'mongoose';

/** The requested order; undefined if the query names no sortable field. */
export const sortBy = <Field extends string>(
  { sort, order }: PageQuery,
  fields: readonly Field[],
): { field: Field; direction: 1 | -1 } | undefined => {
  const field = fields.find((each) => each === sort);
  return field && { field, direction: order === 'DESC' ? -1 : 1 };
};

/** Filter and order of a list by its managers. */
export interface ManagersInList {
  /** The ids of the managers that match the search text. */
  found: string[];
  /** The ids of all managers in order, if rows are sorted by them. */
  inOrder: string[] | null;
}

/**
 * A page of rows sorted by manager, up or down; rows of the same manager are sorted by id.
 * @param ownerField The field with the id of a row's manager.
 * @param managerIds All managers in order.
 */
export const rowsByManager = <Stored>(
  model: Model<Stored>,
  filter: QueryFilter<Stored>,
  ownerField: keyof Stored & string,
  { order, offset, limit }: PageQuery,
  managerIds: readonly string[],
): Promise<Stored[]> =>
  model
    .aggregate<Stored>(
      [
        // Mongoose doesn't sanitize pipelines.
        { $match: { $and: [sanitizeFilter(filter), { [ownerField]: { $exists: true } }] } },
        { $set: { place: { $indexOfArray: [managerIds, `$${ownerField}`] } } },
        { $sort: { place: order === 'DESC' ? -1 : 1, _id: 1 } },
        { $skip: offset },
        { $limit: limit },
        { $unset: 'place' },
      ],
      timeLimit(),
    )
    .exec();
