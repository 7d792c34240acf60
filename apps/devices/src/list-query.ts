import type { PageQuery } from '@telemon/contracts/page';

/** Up or down, where the asker names a field that a list can be sorted by; undefined where they name none. */
export const sortBy = <Field extends string>(
  { sort, order }: PageQuery,
  fields: readonly Field[],
): { field: Field; direction: 1 | -1 } | undefined => {
  const field = fields.find((each) => each === sort);
  return field && { field, direction: order === 'DESC' ? -1 : 1 };
};
