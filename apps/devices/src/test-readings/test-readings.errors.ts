import { defineError } from '@telemon/platform/errors';

export const hasReadings = defineError(
  'HasReadings',
  'conflict',
  () => 'The device has sent readings of its own: a test is for one that never did',
);
