import { defineError } from '@telemon/platform/errors';

export const exportsUnderWay = defineError(
  'ExportsUnderWay',
  'limited',
  ({ most }: { most: number }) =>
    `${most} exports of yours are under way. Wait until one has ended, or cancel it`,
);
