import { z } from 'zod';

/** The message for a refused input, where the schema has none of its own. */
const words = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `Should be ${ARTICLE[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `Should be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return 'Not in the right form';
    case 'too_small':
      // An input of blanks alone.
      if (issue.origin === 'string' && issue.minimum === 1) return 'This field is required';
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${amountOf(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `At most ${amountOf(issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return 'Unknown field';
    default:
      return undefined;
  }
};

const ARTICLE: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'empty',
};

const UNITS: Readonly<Record<string, { one: string; many: string }>> = {
  string: { one: 'one character', many: 'characters' },
  array: { one: 'one entry', many: 'entries' },
};

const amountOf = (count: number | bigint, origin: string): string => {
  const unit = UNITS[origin];
  if (!unit) return String(count);
  return Number(count) === 1 ? unit.one : `${count} ${unit.many}`;
};

z.config({ customError: words });
