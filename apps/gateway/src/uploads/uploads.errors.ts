import { defineError } from '@telemon/platform/errors';

export const notOneFile = defineError(
  'NotOneFile',
  'bad-request',
  ({ field }: { field: string }) =>
    `Send one file, as multipart/form-data in the field ${field}, and nothing else`,
);
export const brokenUpload = defineError(
  'BrokenUpload',
  'bad-request',
  () => 'The upload broke off or cannot be read. Send the file again',
);
export const emptyFile = defineError('EmptyFile', 'invalid', () => 'The file is empty. Choose another one');
export const fileTooLarge = defineError(
  'FileTooLarge',
  'too-large',
  ({ maxBytes }: { maxBytes: number }) =>
    `The file is larger than ${maxBytes / 1_048_576} MB. Make it smaller and send it again`,
);
export const uploadsUnderWay = defineError(
  'UploadsUnderWay',
  'limited',
  () => 'Other files of yours are still on their way. Try again in a moment',
);
export const filesUnderWay = defineError(
  'FilesUnderWay',
  'limited',
  () => 'Other files are still on their way to you. Try again in a moment',
);
