import { MOST_EXPORTED_AS_JSON } from '@telemon/contracts/streamed-file';
import { defineError } from '../errors.ts';

/** @param things What the rows are. @param narrower How to ask for fewer. */
export const tooManyForJson = defineError(
  'TooManyForJson',
  'invalid',
  ({ things, narrower, most = MOST_EXPORTED_AS_JSON }: { things: string; narrower: string; most?: number }) =>
    `There are more than ${most.toLocaleString('en')} ${things}. ` +
    `Ask for a file with format=xlsx or format=csv, or ${narrower}`,
);
