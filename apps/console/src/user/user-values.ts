import type { UserRole } from '@telemon/contracts/actor';
import { Id } from '@telemon/contracts/fields';
import {
  NEW_USER_FIELDS_OF_ADMINS,
  NewUser,
  NewUserOfAdmin,
  USER_DEFAULTS,
  UserChange,
  type User,
} from '@telemon/contracts/auth/users';
import type { z } from 'zod';
import { changedFields } from '../kit/changed-fields.ts';
import type { Text } from '../texts/use-text.ts';

/** The form's values. */
export type UserValues = {
  name: string;
  contact: string;
  email: string;
  /** Only of a new user. */
  invite: boolean;
  password: string;
  confirmPassword: string;
  currentPassword: string;
  userRole: UserRole | null;
  managerId: string | null;
  companyName: string;
  locationId: string | null;
  smsLimit: number | null;
  alertContactStatus: User['alertContactStatus'];
  mqttAdmin: User['mqttAdmin'];
};

const NO_PASSWORDS = { password: '', confirmPassword: '', currentPassword: '' };

export const NEW_USER: UserValues = {
  name: '',
  contact: '',
  email: '',
  invite: true,
  ...NO_PASSWORDS,
  userRole: null,
  managerId: null,
  companyName: '',
  locationId: null,
  ...USER_DEFAULTS,
};

/** A manager's new assistant, with the manager's company and location; the manager's record loads later. */
export const assistantOf = (manager: User | undefined): UserValues => ({
  ...NEW_USER,
  userRole: 'assistant',
  companyName: manager?.companyName ?? '',
  locationId: manager?.locationId ?? null,
});

export const valuesOf = (user: User): UserValues => ({ ...user, invite: false, ...NO_PASSWORDS });

export interface FormContext {
  /** Whether the form's user is an admin or a manager. */
  byAdmin: boolean;
  /** The user who is edited; undefined for a new one. */
  before?: User | undefined;
}

const ChangedAssistant = UserChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewUserOfAdmin : NewUser;
  return byAdmin && before.userRole === 'assistant' ? ChangedAssistant : UserChange;
};

/** A phone number without separators; null for a cleared field. */
export const withoutGaps = (contact: string | null) => contact && contact.replaceAll(/[\s.-]/g, '');

/** The fields that the form's user may send. */
const sendable = (byAdmin: boolean, values: UserValues) => {
  const { name, email, password, userRole, managerId } = values;
  const ofAll = { name, contact: withoutGaps(values.contact), email, password };
  if (!byAdmin) return ofAll;
  const ofAdmins = Object.fromEntries(NEW_USER_FIELDS_OF_ADMINS.map((field) => [field, values[field]]));
  return { ...ofAll, ...ofAdmins, managerId: userRole === 'assistant' ? managerId : null };
};

/** All fields of a new user; only the changed fields of an existing one. A blank password is not sent. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: UserValues) => {
    const { invite } = values;
    // A password that was typed before the invitation was chosen is hidden.
    if (before === undefined)
      return { ...sendable(byAdmin, values), invite, ...(invite && { password: '' }) };
    const change = changedFields(sendable(byAdmin, values), sendable(byAdmin, valuesOf(before)));
    const changesLogin = ['email', 'contact', 'password'].some((field) => field in change);
    return {
      ...change,
      ...(changesLogin && values.currentPassword && { currentPassword: values.currentPassword }),
      ...(byAdmin && { managerChanged: 'managerId' in change }),
    };
  };

/** React-admin's inputs hold null when cleared. */
type Repeated = { invite?: boolean; password: string | null; confirmPassword: string | null };

/** The repeated password is not sent, so the form validates it. */
export const faultsOfRepetition =
  (text: Text) =>
  ({ invite, password, confirmPassword }: Repeated): Record<string, string> =>
    !invite && password && password !== confirmPassword ? { confirmPassword: text('account.noMatch') } : {};
