import { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import type { User } from '@telemon/contracts/auth/users';
import { z } from 'zod';
import { changedFields } from '../kit/changed-fields.ts';

/** The changed fields are judged as in a sign-up. */
export const Profile = z
  .object(SignUpRequest.shape)
  .omit({ repeatPassword: true })
  .partial()
  .extend({ currentPassword: z.string().min(1).optional() });

/** A field that was emptied holds null. */
export type ProfileValues = Record<keyof z.infer<typeof Profile> | 'confirmPassword', string | null>;

/** A user as the form shows them; the '+' of the number stands before its field. */
export const valuesOf = (user: User): ProfileValues => ({
  ...user,
  contact: user.contact.replace('+', ''),
  password: '',
  confirmPassword: '',
  currentPassword: '',
});

/** Whether the change is one of the email or the password, which needs the current password. */
export const changesLogin = ({ email, password }: ProfileValues, user: User): boolean =>
  Boolean(password) || email?.trim() !== user.email;

/** The changed fields, and the current password where it is needed. */
export const changeOf = (values: ProfileValues, user: User) => {
  const { confirmPassword: _, currentPassword, ...fields } = values;
  const typed = { ...fields, email: fields.email?.trim() ?? '' };
  return {
    ...changedFields<Partial<ProfileValues>>(typed, valuesOf(user)),
    ...(changesLogin(values, user) && { currentPassword }),
  };
};
