import { defineError } from '@telemon/platform/errors';

const doesNotMatch = defineError('CodeDoesNotMatch', 'invalid', () => 'OTP Does not match');
/** The same whatever is wrong with it: unknown person, wrong, used, too old, tried too often. */
export const codeDoesNotMatch = (field: string) =>
  doesNotMatch(undefined, { fields: { [field]: 'OTP Does not match' } });
