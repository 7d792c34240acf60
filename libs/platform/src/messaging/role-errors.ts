import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { defineError } from '../errors.ts';

export const notForYourRole = defineError(
  'NotForYourRole',
  'forbidden',
  () => 'Your role does not allow this',
);
export const onlyAdmins = defineError('OnlyAdmins', 'forbidden', () => 'Only an admin may do this');

/** @throws if anybody else asks. */
export const refuseAllButAdmins = ({ role }: Actor): void => {
  if (!isAdmin(role)) throw onlyAdmins();
};
