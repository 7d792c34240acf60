import { defineError } from '@telemon/platform/errors';

export const messageNotFound = defineError(
  'MessageNotFound',
  'not-found',
  () => 'There is no such message in the log',
);
