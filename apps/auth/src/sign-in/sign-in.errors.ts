import { defineError } from '@telemon/platform/errors';

/** The same for an unknown address and a wrong password. */
export const wrongLogin = defineError(
  'WrongLogin',
  'unauthenticated',
  () => 'The email or the password is wrong',
);
export const notSignedIn = defineError('NotSignedIn', 'unauthenticated', () => 'You are not signed in');
export const sessionEnded = defineError('SessionEnded', 'unauthenticated', () => 'Please sign in again');
