import { UserRole } from '@telemon/contracts/actor';
import { Id, Name } from '@telemon/contracts/fields';
import { NewUser, UserChange, type User } from '@telemon/contracts/users';
import type { z } from 'zod';

/** What the form holds. A choice among numbers is text, as a list of choices has it. */
export type UserValues = {
  name: string;
  contact: string;
  email: string;
  password: string;
  currentPassword: string;
  userRole: UserRole | null;
  managerId: string | null;
  companyName: string;
  locationId: string | null;
  smsLimit: number | null;
  alertContactStatus: '0' | '1';
  mqttAdmin: User['mqttAdmin'];
};

export const NEW_USER: UserValues = {
  name: '',
  contact: '',
  email: '',
  password: '',
  currentPassword: '',
  userRole: null,
  managerId: null,
  companyName: '',
  locationId: null,
  smsLimit: 1_000,
  alertContactStatus: '0',
  mqttAdmin: 'Inactive',
};

/** What a manager doesn't choose of whom they add; who the manager is comes a moment later. */
export const assistantOf = (manager: User | undefined): UserValues => ({
  ...NEW_USER,
  userRole: 'assistant',
  companyName: manager?.companyName ?? '',
  locationId: manager?.locationId ?? null,
});

export const valuesOf = (user: User): UserValues => ({
  name: user.name,
  contact: user.contact,
  email: user.email,
  password: '',
  currentPassword: '',
  userRole: user.userRole,
  managerId: user.managerId,
  companyName: user.companyName,
  locationId: user.locationId,
  smsLimit: user.smsLimit,
  alertContactStatus: user.alertContactStatus === 1 ? '1' : '0',
  mqttAdmin: user.mqttAdmin,
});

/** Whose form it is, and of whom: `before` is the user as they are, where it is no new one. */
export interface Judged {
  byAdmin: boolean;
  before?: User | undefined;
}

/** An admin says all of it, and of an assistant whose they are. */
const NewOfAdmin = NewUser.extend({ userRole: UserRole, companyName: Name, locationId: Id }).refine(
  ({ userRole, managerId }) => userRole !== 'assistant' || Boolean(managerId),
  // Said along with all else that is missing, not only once the rest is right.
  { path: ['managerId'], when: () => true },
);
const ChangedAssistant = UserChange.extend({ managerId: Id });

export const schemaFor = ({ byAdmin, before }: Judged): z.ZodType => {
  if (before === undefined) return byAdmin ? NewOfAdmin : NewUser;
  return byAdmin && before.userRole === 'assistant' ? ChangedAssistant : UserChange;
};

/** Of what the form holds, what this person may say. A password that is left blank on a change is none. */
export const toSend =
  ({ byAdmin, before }: Judged) =>
  ({ name, contact, email, password, currentPassword, ...values }: UserValues) => {
    const isNew = before === undefined;
    const everyones = {
      name,
      contact,
      email,
      ...((isNew || password) && { password }),
      ...(currentPassword && { currentPassword }),
    };
    if (!byAdmin) return everyones;
    const { userRole, alertContactStatus, ...admins } = values;
    const managerId = userRole === 'assistant' ? values.managerId : null;
    return {
      ...everyones,
      ...admins,
      managerId,
      alertContactStatus: Number(alertContactStatus),
      ...(isNew ? { userRole } : { managerChanged: managerId !== before.managerId }),
    };
  };
