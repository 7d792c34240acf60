import { defineError } from '@telemon/platform/errors';

export const tooManyStreams = defineError(
  'TooManyStreams',
  'limited',
  ({ most }: { most: number }) => `At most ${most} live streams may be open at once`,
);
