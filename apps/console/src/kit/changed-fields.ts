/** Compared as JSON: a range is one value. Null equals ''. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/**
 * The changed fields of a form. Only these are validated and sent, so an unchanged empty field is no error and concurrent changes
 * by others stay.
 */
export const changedFields = <Values extends object>(values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, before[field as keyof Values])),
  ) as Partial<Values>;
