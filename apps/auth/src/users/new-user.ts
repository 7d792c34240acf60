import {
  NEW_USER_FIELDS_OF_ADMINS,
  type NewUser,
  NewUserOfAdmin,
  USER_DEFAULTS,
} from '@telemon/contracts/auth/users';
import { missing, onlyAdminsSet } from './users.errors.ts';
import type { UserDocument } from './user-document.ts';

/** A user to be created: with defaults for a manager's assistant, and with the fields that an admin has to give. */
export type CompleteUser = Omit<NewUser, 'userRole' | 'companyName' | 'locationId' | 'managerId'> &
  Pick<UserDocument, 'userRole' | 'companyName' | 'managerId'> & { locationId: string | null };

/** The user that an admin requests. @throws if a field is missing that the role needs. */
export const byAdmin = (request: NewUser): CompleteUser => {
  const complete = NewUserOfAdmin.safeParse(request);
  if (!complete.success) throw missing(String(complete.error.issues[0]!.path[0]));
  const { userRole, managerId } = complete.data;
  return { ...complete.data, managerId: userRole === 'assistant' ? managerId : null };
};

/** The fields of an assistant that a manager does not choose. */
const settingsOf = (
  manager: UserDocument,
): Pick<CompleteUser, (typeof NEW_USER_FIELDS_OF_ADMINS)[number]> => ({
  userRole: 'assistant',
  managerId: manager._id,
  companyName: manager.companyName,
  locationId: manager.locationId,
  ...USER_DEFAULTS,
});

/** The assistant that a manager requests. @throws if the request has another value for a field that only admins set. */
export const byManager = (request: NewUser, manager: UserDocument): CompleteUser => {
  const settings = settingsOf(manager);
  for (const field of NEW_USER_FIELDS_OF_ADMINS) {
    const asked = request[field];
    if (asked !== undefined && asked !== null && asked !== settings[field]) {
      throw onlyAdminsSet({ field }, { fields: { [field]: 'Only an admin sets this' } });
    }
  }
  return { ...request, ...settings };
};
