import { RETRY_AFTER_S, defineError } from '@telemon/platform/errors';

export const tooMuchToShow = defineError(
  'TooMuchToShow',
  'invalid',
  () => 'This is too much to show, narrow the range',
);

/** The read had its turn, but the machine is busy: fewer readings may be read in time. */
const readTookTooLong = defineError(
  'TookTooLong',
  'unavailable',
  () => 'Reading this takes too long at the moment. Try again, or narrow the range',
);
export const tookTooLong = () => readTookTooLong(undefined, { retryAfterS: RETRY_AFTER_S });
