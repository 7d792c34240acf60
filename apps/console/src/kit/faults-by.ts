import { failureOfInput } from '@telemon/contracts/errors';
import type { z } from 'zod';
import { translateMessages } from '../texts/translate.ts';
import type { Text } from '../texts/use-text.ts';

/** Messages for issues without a message in the schema. */
const errorMessages =
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

/** Validates with the service's own schema; returns messages by field path. Missing required fields all get the same message. */
export const faultsBy = (schema: z.ZodType, text: Text) => (values: unknown) => {
  const result = schema.safeParse(values, { error: errorMessages(text) });
  return result.success ? {} : translateMessages(failureOfInput(result.error, values).fields ?? {});
};
