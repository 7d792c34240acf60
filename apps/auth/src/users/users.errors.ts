import { defineError } from '@telemon/platform/errors';

export const onlyAdmins = defineError('OnlyAdmins', 'forbidden', () => 'Only an admin may do this');
export const userNotFound = defineError('UserNotFound', 'not-found', () => 'There is no such user');
export const emailTaken = defineError(
  'EmailTaken',
  'conflict',
  ({ email }: { email: string }) => `There is already a user with the address ${email}`,
);
export const lastAdmin = defineError('LastAdmin', 'conflict', () => 'The last admin can not be deleted');
export const ownAccount = defineError('OwnAccount', 'conflict', () => 'You can not delete your own account');
export const managerNeeded = defineError(
  'ManagerNeeded',
  'invalid',
  () => 'An assistant needs a manager who exists',
);
