import { defineError } from '@telemon/platform/errors';

export const locationNotFound = defineError(
  'LocationNotFound',
  'not-found',
  () => 'There is no such location',
);
/** For a location that a field of the request names, not the path. */
export const noSuchLocation = defineError('NoSuchLocation', 'invalid', () => 'There is no such location');
export const locationTaken = defineError(
  'LocationTaken',
  'conflict',
  ({ locationName }: { locationName: string }) => `There is already a location ${locationName}`,
);
export const locationInUse = defineError(
  'LocationInUse',
  'conflict',
  () => 'Users still belong to this location',
);
