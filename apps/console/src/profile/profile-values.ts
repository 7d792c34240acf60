import { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import type { User } from '@telemon/contracts/auth/users';
import { z } from 'zod';
import { changedFields } from '../kit/changed-fields.ts';

/** The changed fields have the rules of a sign-up. */
export const Profile = z
  .object(SignUpRequest.shape)
  .omit({ repeatPassword: true })
  .partial()
  .extend({ currentPassword: z.string().min(1).optional() });

/** React-admin's inputs hold null when cleared. */
export type ProfileValues = Record<keyof z.infer<typeof Profile> | 'confirmPassword', string | null>;

/** The form's values of a user; the input shows the contact's '+' separately. */
export const valuesOf = (user: User): ProfileValues => ({
  ...user,
  contact: user.contact.replace('+', ''),
  password: '',
  confirmPassword: '',
  currentPassword: '',
});

/** Whether email, contact or password changed, which requires the current password. */
export const changesLogin = ({ email, contact, password }: ProfileValues, user: User): boolean =>
  Boolean(password) || email?.trim() !== user.email || (contact ?? '') !== valuesOf(user).contact;

/** The changed fields, and the current password if required. */
export const changeOf = (values: ProfileValues, user: User) => {
  const { confirmPassword: _, currentPassword, ...fields } = values;
  const typed = { ...fields, email: fields.email?.trim() ?? '' };
  return {
    ...changedFields<Partial<ProfileValues>>(typed, valuesOf(user)),
    ...(changesLogin(values, user) && { currentPassword }),
  };
};
