import type { UserRole } from '@telemon/contracts/actor';
import { Id } from '@telemon/contracts/fields';
import {
  type NEW_USER_FIELDS_OF_ADMINS,
  NewUser,
  NewUserOfAdmin,
  USER_DEFAULTS,
  UserChange,
  type User,
} from '@telemon/contracts/auth/users';
import type { z } from 'zod';
import { changedFields } from '../form/changed-fields.ts';
import type { Text } from '../texts/use-text.ts';

/** What the form holds. A choice among numbers is text, as a list of choices has it. */
export type UserValues = {
  name: string;
  contact: string;
  email: string;
  password: string;
  confirmPassword: string;
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
  confirmPassword: '',
  currentPassword: '',
  userRole: null,
  managerId: null,
  companyName: '',
  locationId: null,
  ...USER_DEFAULTS,
  alertContactStatus: `${USER_DEFAULTS.alertContactStatus}`,
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
  confirmPassword: '',
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
export interface FormContext {
  byAdmin: boolean;
  before?: User | undefined;
  /** The role of a new one, where it is no more a choice. */
  role?: UserRole | undefined;
}

const ChangedAssistant = UserChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewUserOfAdmin : NewUser;
  return byAdmin && before.userRole === 'assistant' ? ChangedAssistant : UserChange;
};

/** A number without what people put between its digits to read it; a field that was emptied holds null. */
const withoutGaps = (contact: string | null) => contact && contact.replaceAll(/[\s.-]/g, '');

/** Of what the form holds, what this person may say. */
const sayable = (byAdmin: boolean, values: UserValues) => {
  const { name, email, password, userRole, companyName, locationId, smsLimit, mqttAdmin } = values;
  const everyones = { name, contact: withoutGaps(values.contact), email, password };
  if (!byAdmin) return everyones;
  const managerId = userRole === 'assistant' ? values.managerId : null;
  const alertContactStatus = Number(values.alertContactStatus);
  const ofAdmins: Record<(typeof NEW_USER_FIELDS_OF_ADMINS)[number], unknown> = {
    userRole,
    managerId,
    companyName,
    locationId,
    smsLimit,
    alertContactStatus,
    mqttAdmin,
  };
  return { ...everyones, ...ofAdmins };
};

/** Of a user who is there already it is what was changed; a password that is left blank stays. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: UserValues) => {
    if (before === undefined) return sayable(byAdmin, values);
    const change = changedFields(sayable(byAdmin, values), sayable(byAdmin, valuesOf(before)));
    const changesLogin = 'email' in change || 'password' in change;
    return {
      ...change,
      ...(changesLogin && values.currentPassword && { currentPassword: values.currentPassword }),
      ...(byAdmin && { managerChanged: 'managerId' in change }),
    };
  };

/** What the service is not told of, and so doesn't judge: the password's repetition. */
export const faultsOfRepetition =
  (text: Text) =>
  ({ password, confirmPassword }: UserValues): Record<string, string> =>
    password && password !== confirmPassword ? { confirmPassword: text('account.noMatch') } : {};
