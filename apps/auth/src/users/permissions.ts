import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { UserChange } from '@telemon/contracts/auth/users';
import { missing, onlyAdminsSet } from './users.errors.ts';
import type { UserDocument } from './user-document.ts';

type Field = Exclude<keyof UserChange, 'password' | 'currentPassword' | 'managerChanged'>;

/** What a form for others and the profile may change, each more than the one before. Nobody changes a role. */
const OF_ASSISTANTS: readonly Field[] = ['name', 'email', 'contact'];
const OF_ONESELF: readonly Field[] = [
  ...OF_ASSISTANTS,
  'companyName',
  'companyAddress',
  'country',
  'locationId',
];
const BY_ADMINS: readonly Field[] = [
  ...OF_ONESELF,
  'smsLimit',
  'alertContactStatus',
  'managerId',
  'mqttAdmin',
];

const fieldsFor = (actor: Actor, user: UserDocument): readonly Field[] => {
  if (isAdmin(actor.role)) return BY_ADMINS;
  return actor.id === user._id ? OF_ONESELF : OF_ASSISTANTS;
};

/**
 * What of a change is one, of those fields that the actor may change.
 * @throws where another field would change, or one would be emptied; what stays as it is passes.
 */
export const allowedChange = (
  actor: Actor,
  user: UserDocument,
  change: Partial<Pick<UserChange, Field>>,
): Partial<UserDocument> => {
  const allowed = fieldsFor(actor, user);
  const entries = Object.entries(change).filter(
    ([field, value]) => value !== undefined && value !== user[field as Field],
  );
  for (const [field, value] of entries) {
    if (!allowed.includes(field as Field)) {
      throw onlyAdminsSet({ field }, { fields: { [field]: 'You may not change this' } });
    }
    if (value === '') throw missing(field);
  }
  return Object.fromEntries(entries) as Partial<UserDocument>;
};
