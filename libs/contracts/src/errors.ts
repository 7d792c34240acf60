import { z } from 'zod';

/** The kinds of failure that cross a process; the gateway turns each into one HTTP status. */
export const STATUS_OF_KIND = {
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  invalid: 422,
  limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof STATUS_OF_KIND;

/** A failure as it travels over NATS. `fields` names the inputs at fault; `retryAfterS` goes with 429 and 503. */
export const Failure = z.object({
  code: z.string(),
  kind: z.enum(Object.keys(STATUS_OF_KIND) as [ErrorKind, ...ErrorKind[]]),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retryAfterS: z.number().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** Every answer of /v1, failures too. */
export interface Envelope<Data = unknown> {
  error: boolean;
  message: string;
  data: Data | null;
  requestId?: string;
  fields?: Record<string, string>;
}

/** Whether a form gave nothing for a field. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      value === null || typeof value !== 'object' ? undefined : (value as Record<PropertyKey, unknown>)[key],
    input,
  );

type Issue = z.core.$ZodIssue;

/** The `params` of a check whose failure is a 400 (unreadable) instead of a 422 (out of bounds). */
export const UNREADABLE = { isUnreadable: true };

/** The `params` of a check whose own message replaces the usual one for a missing value, too. */
export const SAID_OF_MISSING = { isSaidOfMissing: true };

/** Whether a value has the wrong type, rather than the right type and a wrong value. */
const isOfWrongType = (issue: Issue, input: unknown): boolean => {
  if (issue.code === 'invalid_type' || issue.code === 'unrecognized_keys') return true;
  if (issue.code === 'custom') return issue.params === UNREADABLE;
  if (issue.code !== 'invalid_value') return false;
  const value = valueAt(input, issue.path);
  // The alternative '' means "not given", so it doesn't count for the type of a given value.
  return issue.values.every((wanted) => wanted === '' || typeof wanted !== typeof value);
};

/** The issues of the union's alternative that is closest to the input: the first whose type matches, else the first. */
const closestTo =
  (input: unknown) =>
  (issue: Issue): Issue[] => {
    if (issue.code !== 'invalid_union') return [issue];
    const alternatives = issue.errors.map((issues) =>
      issues
        .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
        .flatMap(closestTo(input)),
    );
    const isOfRightType = (issues: Issue[]) =>
      issues.length > 0 && !issues.some((inner) => isOfWrongType(inner, input));
    return alternatives.find(isOfRightType) ?? alternatives[0] ?? [];
  };

/**
 * A rejected input as a failure: 400 where it cannot be read (unknown field, wrong type), 422 where it can be read
 * but is out of bounds or a required field is missing.
 */
export const failureOfInput = (error: z.ZodError, input: unknown): Failure => {
  const fields: Record<string, string> = {};
  let unreadable = false;
  for (const issue of error.issues.flatMap(closestTo(input))) {
    if (issue.code === 'unrecognized_keys') {
      unreadable = true;
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'Unknown field';
      continue;
    }
    const missing = isMissing(valueAt(input, issue.path));
    if (!missing && isOfWrongType(issue, input)) unreadable = true;
    const isSaid = !missing || (issue.code === 'custom' && issue.params === SAID_OF_MISSING);
    fields[issue.path.join('.') || 'body'] ??= isSaid ? issue.message : 'This field is required';
  }
  const first = Object.entries(fields)[0];
  return {
    code: 'InvalidInput',
    kind: unreadable ? 'bad-request' : 'invalid',
    message: first ? `${first[0]}: ${first[1]}` : 'The input cannot be read',
    fields,
  };
};
