import { RETRY_AFTER_S, defineError } from '@telemon/platform/errors';

export const tooMuchToShow = defineError(
  'TooMuchToShow',
  'invalid',
  () => 'This is too much to show, narrow the range',
);

/** It had its turn, on a machine that has much else to do: fewer readings may be read in time. */
const readTookTooLong = defineError(
  'TookTooLong',
  'unavailable',
  () => 'Reading this takes too long at the moment. Try again, or narrow the range',
);
export const tookTooLong = () => readTookTooLong(undefined, { retryAfterS: RETRY_AFTER_S });
