import { defineError } from '@telemon/platform/errors';

/** Says the same whether the address is unknown or the password wrong. */
export const wrongLogin = defineError(
  'WrongLogin',
  'unauthenticated',
  () => 'The email or the password is wrong',
);
export const notSignedIn = defineError('NotSignedIn', 'unauthenticated', () => 'You are not signed in');
export const sessionEnded = defineError('SessionEnded', 'unauthenticated', () => 'Please sign in again');
