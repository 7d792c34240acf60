import { defineError } from '@telemon/platform/errors';

export const managerNeeded = defineError('ManagerNeeded', 'invalid', () => 'Choose a manager');
export const onlyOwnManager = defineError(
  'OnlyOwnManager',
  'forbidden',
  () => 'Only an admin chooses the manager',
);
