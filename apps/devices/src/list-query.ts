import type { PageQuery } from '@telemon/contracts/page';
import { untilTooLate } from '@telemon/platform/sorted-page';
import type { Collection, Document, Filter } from 'mongodb';

/** Up or down, where the asker names a field that a list can be sorted by; undefined where they name none. */
export const sortBy = <Field extends string>(
  { sort, order }: PageQuery,
  fields: readonly Field[],
): { field: Field; direction: 1 | -1 } | undefined => {
  const field = fields.find((each) => each === sort);
  return field && { field, direction: order === 'DESC' ? -1 : 1 };
};

/** Managers in a list that shows their names. */
export interface ManagersInList {
  /** Those that the search text stands for. */
  found: string[];
  /** All of them, where rows are to stand in their order. */
  inOrder: string[] | null;
}

/**
 * Rows of a page that stand in the order of their managers, up or down; those of one manager by id.
 * @param ownerField The field that holds a row's manager.
 * @param managerIds All managers, in their order.
 */
export const rowsByManager = <Schema extends Document>(
  collection: Collection<Schema>,
  filter: Filter<Schema>,
  ownerField: keyof Schema & string,
  { order, offset, limit }: PageQuery,
  managerIds: readonly string[],
): Promise<Schema[]> =>
  collection
    .aggregate<Schema>(
      [
        { $match: { $and: [filter, { [ownerField]: { $exists: true } }] } },
        { $set: { place: { $indexOfArray: [managerIds, `$${ownerField}`] } } },
        { $sort: { place: order === 'DESC' ? -1 : 1, _id: 1 } },
        { $skip: offset },
        { $limit: limit },
        { $unset: 'place' },
      ],
      untilTooLate(),
    )
    .toArray();
