import { defineError } from '@telemon/platform/errors';

export const dateUnreadable = defineError(
  'DateUnreadable',
  'bad-request',
  ({ field }: { field: string }) => `${field} is not a date`,
);
export const rangeNotAllowed = defineError(
  'RangeNotAllowed',
  'invalid',
  ({ reason }: { field: string; reason: string }) => reason,
);
