import { defineError } from '@telemon/platform/errors';

export const importRefused = defineError(
  'ImportRefused',
  'invalid',
  ({ first }: { first: string }) => `No device was made. ${first}`,
);
