import { defineError } from '@telemon/platform/errors';

export const uploadGone = defineError(
  'UploadGone',
  'invalid',
  () => 'The file is no longer there. Please upload it again',
);
