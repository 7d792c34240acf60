import { defineError } from '@telemon/platform/errors';

export const userNotFound = defineError('UserNotFound', 'not-found', () => 'There is no such user');
export const emailTaken = defineError(
  'EmailTaken',
  'conflict',
  ({ email }: { email: string }) => `There is already a user with the address ${email}`,
);
export const lastAdmin = defineError('LastAdmin', 'conflict', () => 'The last admin cannot be deleted');
export const managerOwns = defineError(
  'ManagerOwns',
  'conflict',
  ({ what }: { what: string }) =>
    `The manager still has ${what}; give them to another manager or delete them first`,
);
export const onlyAssistants = defineError(
  'OnlyAssistants',
  'invalid',
  () => 'Only an assistant has a manager',
);
export const onlyAdminsSet = defineError(
  'OnlyAdminsSet',
  'forbidden',
  ({ field }: { field: string }) => `${field} is not yours to set`,
);
const fieldMissing = defineError(
  'FieldMissing',
  'invalid',
  ({ field }: { field: string }) => `${field}: This field is required`,
);
export const missing = (field: string) =>
  fieldMissing({ field }, { fields: { [field]: 'This field is required' } });
const wrongCurrentPassword = defineError(
  'WrongCurrentPassword',
  'invalid',
  () => 'The current password is wrong',
);
export const currentPasswordIsWrong = () =>
  wrongCurrentPassword(undefined, { fields: { currentPassword: 'The current password is wrong' } });
export const alreadySignedIn = defineError(
  'AlreadySignedIn',
  'conflict',
  () => 'This user has signed in already and needs no invitation',
);
/** The same for every cause: unknown, used, replaced or expired link, deleted or moved user. */
export const invitationEnded = defineError(
  'InvitationEnded',
  'not-found',
  () => 'This invitation is not valid any more. Ask for another one',
);
export const ownAccount = defineError('OwnAccount', 'conflict', () => 'You cannot delete your own account');
export const managerNeeded = defineError(
  'ManagerNeeded',
  'invalid',
  () => 'An assistant needs a manager who exists',
);
