import { defineError } from '@telemon/platform/errors';

export const noSuchCall = defineError(
  'NoSuchCall',
  'not-found',
  ({ method, path }: { method: string; path: string }) => `There is no ${method} ${path}`,
);
export const unreadable = defineError(
  'Unreadable',
  'bad-request',
  ({ reason }: { reason: string }) => reason,
);
export const tooLarge = defineError(
  'TooLarge',
  'too-large',
  ({ maxBytes }: { maxBytes: number }) => `The request is larger than ${maxBytes / 1_048_576} MB`,
);
