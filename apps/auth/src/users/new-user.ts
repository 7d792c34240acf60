import type { NewUser } from '@telemon/contracts/auth/users';
import { missing, onlyAdminsSet } from './users.errors.ts';
import type { UserDocument } from './user-document.ts';

/** A user to be created: with defaults for a manager's assistant, and with the fields that an admin has to give. */
export type CompleteUser = Omit<NewUser, 'userRole' | 'companyName' | 'locationId' | 'managerId'> &
  Pick<UserDocument, 'userRole' | 'companyName' | 'managerId'> & { locationId: string | null };

/** The user that an admin requests. @throws if a field is missing that the role needs. */
export const byAdmin = (request: NewUser): CompleteUser => {
  const { userRole, companyName, locationId, managerId } = request;
  if (userRole === undefined) throw missing('userRole');
  if (companyName === null) throw missing('companyName');
  if (locationId === null) throw missing('locationId');
  if (userRole === 'assistant' && managerId === null) throw missing('managerId');
  return {
    ...request,
    userRole,
    companyName,
    locationId,
    managerId: userRole === 'assistant' ? managerId : null,
  };
};

/** The fields of an assistant that a manager does not choose. */
const settingsOf = (manager: UserDocument) => ({
  userRole: 'assistant' as const,
  managerId: manager._id,
  companyName: manager.companyName,
  locationId: manager.locationId,
  smsLimit: 1_000,
  alertContactStatus: 0 as const,
  mqttAdmin: 'Inactive' as const,
});

/** The assistant that a manager requests. @throws if the request has another value for a field that only admins set. */
export const byManager = (request: NewUser, manager: UserDocument): CompleteUser => {
  const settings = settingsOf(manager);
  for (const [field, value] of Object.entries(settings)) {
    const asked = request[field as keyof typeof settings];
    if (asked !== undefined && asked !== null && asked !== value) {
      throw onlyAdminsSet({ field }, { fields: { [field]: 'Only an admin sets this' } });
    }
  }
  return { ...request, ...settings };
};
