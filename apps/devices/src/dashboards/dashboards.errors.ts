import { MOST_EXPORTED_AS_JSON } from '@telemon/contracts/devices/dashboards';
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
export const tooManyForJson = defineError(
  'TooManyForJson',
  'invalid',
  () =>
    `The range holds more than ${MOST_EXPORTED_AS_JSON.toLocaleString('en')} readings. ` +
    'Ask for a file with format=xlsx or format=csv, or narrow the range',
);
export const noInbox = defineError(
  'NoInbox',
  'bad-request',
  () => 'A file needs an inbox that it is sent to',
);
