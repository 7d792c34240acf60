import { defineError } from '@telemon/platform/errors';

/** Says the same whether the address is unknown or the password wrong. */
export const wrongLogin = defineError(
  'WrongLogin',
  'unauthenticated',
  () => 'The email or the password is wrong',
);
export const sessionEnded = defineError('SessionEnded', 'unauthenticated', () => 'Please sign in again');
export const tooManyLogins = defineError(
  'TooManyLogins',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `Too many failed attempts to sign in. Try again in ${Math.ceil(waitS / 60)} min`,
);
