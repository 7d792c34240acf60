import { failureOfInput } from '@telemon/contracts/errors';
import type { z } from 'zod';
import { translateMessages } from '../texts/translate.ts';
import type { Text } from '../texts/use-text.ts';

interface FieldErrors {
  [field: string]: string | FieldErrors | undefined;
}

/** What the schema itself says nothing better about. */
const plainWords =
  (text: Text): z.core.$ZodErrorMap =>
  (issue) => {
    if (issue.code === 'too_small') {
      if (issue.origin === 'string') return text('form.tooShort', { smart_count: Number(issue.minimum) });
      return text('form.tooSmall', { minimum: Number(issue.minimum) });
    }
    if (issue.code === 'too_big') {
      if (issue.origin === 'string') return text('form.tooLong', { smart_count: Number(issue.maximum) });
      return text('form.tooBig', { maximum: Number(issue.maximum) });
    }
    if (issue.code === 'invalid_value') return text('form.chooseOne');
    if (issue.code === 'invalid_type' && issue.expected === 'number') return text('form.number');
    return undefined;
  };

/** `{ 'criteria.values.0': 'x' }` as forms want it: `{ criteria: { values: { 0: 'x' } } }`. */
export const nested = (fields: Record<string, string>): FieldErrors => {
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(fields)) {
    const names = path.split('.');
    const last = names.pop()!;
    let place = errors;
    for (const name of names) place = (place[name] ??= {}) as FieldErrors;
    place[last] = message;
  }
  return errors;
};

/** What is wrong by the very schema that the service judges by, by the path of each field; only what is required is said in one way. */
export const faultsBy = (schema: z.ZodType, text: Text) => (values: unknown) => {
  const result = schema.safeParse(values, { error: plainWords(text) });
  return result.success ? {} : translateMessages(failureOfInput(result.error, values).fields ?? {});
};
