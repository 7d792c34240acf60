import { defineError } from '@telemon/platform/errors';

export const entryNotFound = defineError(
  'AlertLogEntryNotFound',
  'not-found',
  () => 'There is no such entry in the alert log',
);
