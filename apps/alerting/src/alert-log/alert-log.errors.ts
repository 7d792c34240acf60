import { defineError } from '@telemon/platform/errors';

export const entryNotFound = defineError(
  'AlertLogEntryNotFound',
  'not-found',
  () => 'There is no such entry in the alert log',
);
export const tooManyToSort = defineError(
  'TooManyToSort',
  'invalid',
  ({ most }: { most: number }) =>
    `More than ${most.toLocaleString('en')} entries are exported only in the order of time. ` +
    'Sort by Triggered At, or search for fewer',
);
