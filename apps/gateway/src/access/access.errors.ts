import { defineError } from '@telemon/platform/errors';

export const signInNeeded = defineError('SignInNeeded', 'unauthenticated', () => 'Please sign in');
export const notForYourRole = defineError(
  'NotForYourRole',
  'forbidden',
  () => 'Your role does not allow this',
);
export const tooManyCalls = defineError(
  'TooManyCalls',
  'limited',
  ({ waitS }: { waitS: number }) => `Too many requests. Try again in ${waitS} s`,
);
