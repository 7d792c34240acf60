import { defineError } from '@telemon/platform/errors';

export const hasReadings = defineError(
  'HasReadings',
  'conflict',
  () => 'The device has readings already: a test is for one that has none',
);
