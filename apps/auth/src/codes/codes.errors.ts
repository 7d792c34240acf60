import { defineError } from '@telemon/platform/errors';

const doesNotMatch = defineError('CodeDoesNotMatch', 'invalid', () => 'OTP Does not match');
/** The same for every cause: unknown person, wrong, used or expired code, too many tries. */
export const codeDoesNotMatch = (field: string) =>
  doesNotMatch(undefined, { fields: { [field]: 'OTP Does not match' } });
