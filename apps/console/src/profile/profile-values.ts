import { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import type { User } from '@telemon/contracts/auth/users';
import { z } from 'zod';
import { changedFields } from '../kit/changed-fields.ts';

/** A user as the form shows them; the '+' of the number stands before its field. */
export const valuesOf = (user: User): ProfileValues => ({
  name: user.name,
  contact: user.contact.replace('+', ''),
  email: user.email,
  companyName: user.companyName,
  companyAddress: user.companyAddress,
  locationId: user.locationId ?? '',
  country: user.country,
  password: '',
  confirmPassword: '',
  currentPassword: '',
});

type Field =
  | 'name'
  | 'contact'
  | 'email'
  | 'companyName'
  | 'companyAddress'
  | 'locationId'
  | 'country'
  | 'password'
  | 'confirmPassword'
  | 'currentPassword';
/** A field that was emptied holds null. */
export type ProfileValues = Record<Field, string | null>;

/** Whether the change is one of the email or the password, which needs the current password. */
export const changesLogin = ({ email, password }: ProfileValues, user: User): boolean =>
  Boolean(password) || email?.trim() !== user.email;

/** The changed fields are judged as in a sign-up. */
export const Profile = z
  .object(SignUpRequest.shape)
  .omit({ repeatPassword: true })
  .partial()
  .extend({ currentPassword: z.string().min(1).optional() });

/** The changed fields, and the current password where it is needed. */
export const changeOf = (values: ProfileValues, user: User) => {
  const { confirmPassword: _, currentPassword, ...fields } = values;
  const typed = { ...fields, email: fields.email?.trim() ?? '' };
  return {
    ...changedFields<Partial<ProfileValues>>(typed, valuesOf(user)),
    ...(changesLogin(values, user) && { currentPassword }),
  };
};
