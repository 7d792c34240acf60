import type { NewUser } from '@telemon/contracts/auth/users';
import { missing, onlyAdminsSet } from './users.errors.ts';
import type { UserDocument } from './user-document.ts';

/** A user as they are to be made: what a manager leaves out is filled in, what an admin may not leave out is there. */
export type CompleteUser = Omit<NewUser, 'userRole' | 'companyName' | 'locationId' | 'managerId'> &
  Pick<UserDocument, 'userRole' | 'companyName' | 'managerId'> & { locationId: string | null };

/** As an admin asks for them. @throws where a field is missing that the role needs. */
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

/** What a manager doesn't choose of an assistant. */
const settingsOf = (manager: UserDocument) => ({
  userRole: 'assistant' as const,
  managerId: manager._id,
  companyName: manager.companyName,
  locationId: manager.locationId,
  smsLimit: 1_000,
  alertContactStatus: 0 as const,
  mqttAdmin: 'Inactive' as const,
});

/** As a manager asks for them: an assistant of theirs. @throws where the request says otherwise. */
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
