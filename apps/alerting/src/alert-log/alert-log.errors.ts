import { defineError } from '@telemon/platform/errors';

export const entryNotFound = defineError(
  'AlertLogEntryNotFound',
  'not-found',
  ({ id }: { id: string }) => `There is no alert log entry ${id}`,
);
