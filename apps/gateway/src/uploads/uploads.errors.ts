import { defineError } from '@telemon/platform/errors';

export const notOneFile = defineError(
  'NotOneFile',
  'bad-request',
  ({ field }: { field: string }) =>
    `Send one file, as multipart/form-data in the field ${field}, and nothing else`,
);
export const brokenUpload = defineError('BrokenUpload', 'bad-request', () => 'The upload can not be read');
export const emptyFile = defineError('EmptyFile', 'invalid', () => 'The file is empty');
export const fileTooLarge = defineError(
  'FileTooLarge',
  'too-large',
  ({ maxBytes }: { maxBytes: number }) => `The file is larger than ${maxBytes / 1_048_576} MB`,
);
export const uploadsUnderWay = defineError(
  'UploadsUnderWay',
  'limited',
  () => 'Other files of yours are still on their way. Try again in a moment',
);
