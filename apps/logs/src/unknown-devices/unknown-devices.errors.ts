import { defineError } from '@telemon/platform/errors';

export const unknownDeviceNotFound = defineError(
  'UnknownDeviceNotFound',
  'not-found',
  () => 'There is no such unknown device',
);
