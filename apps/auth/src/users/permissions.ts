import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { USER_FIELDS_OF_ADMINS, type UserChange } from '@telemon/contracts/auth/users';
import { missing, onlyAdminsSet } from './users.errors.ts';
import type { UserDocument } from './user-document.ts';

type Field = Exclude<keyof UserChange, 'password' | 'currentPassword' | 'managerChanged'>;

/** The fields that a manager, users themselves and an admin may change, each with those before. A role never changes. */
const OF_ASSISTANTS: readonly Field[] = ['name', 'email', 'contact'];
const OF_ONESELF: readonly Field[] = [
  ...OF_ASSISTANTS,
  'companyName',
  'companyAddress',
  'country',
  'locationId',
];
const BY_ADMINS: readonly Field[] = [...OF_ONESELF, ...USER_FIELDS_OF_ADMINS];

/** Drops an empty manager, so that no assistant loses theirs: forms without a choice of manager send it empty. */
export const fieldsOf = ({
  managerId,
  ...fields
}: Omit<UserChange, 'password' | 'currentPassword' | 'managerChanged'>): typeof fields & {
  managerId?: string;
} => (managerId == null ? fields : { ...fields, managerId });

const fieldsFor = (actor: Actor, user: UserDocument): readonly Field[] => {
  if (isAdmin(actor.role)) return BY_ADMINS;
  return actor.id === user._id ? OF_ONESELF : OF_ASSISTANTS;
};

/**
 * The fields that the change gives another value, all of which the actor may change.
 * @throws if a field would change that the actor may not change, or would become empty.
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
