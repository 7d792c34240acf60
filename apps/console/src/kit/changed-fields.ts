/** Fields that belong together, such as a range's, are one. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/**
 * Of what a form holds, what somebody has changed. That alone is judged and sent: a field that was empty from the
 * start is in nobody's way, and what others changed meanwhile stays. Null is as empty as ''.
 */
export const changedFields = <Values extends object>(values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, before[field as keyof Values])),
  ) as Partial<Values>;
