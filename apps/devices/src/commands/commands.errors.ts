import { defineError } from '@telemon/platform/errors';

export const commandNotFound = defineError('CommandNotFound', 'not-found', () => 'There is no such command');
export const tooManyPending = defineError(
  'TooManyPending',
  'conflict',
  ({ most }: { most: number }) =>
    `${most} commands wait for the device already; delete one, or wait until the device takes some`,
);
