import { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import type { User } from '@telemon/contracts/auth/users';
import { z } from 'zod';
import { changedFields } from '../form/changed-fields.ts';
import { faultsBy } from '../form/faults-by.ts';
import { translate } from '../texts/translate.ts';

/** A user as the form shows them; the '+' of the number stands before its field. */
export const valuesOf = (user: User) => ({
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
export type ProfileValues = ReturnType<typeof valuesOf>;

/** Whether somebody changes what they sign in with, which needs the password that they have. */
export const changesLogin = ({ email, password }: ProfileValues, user: User): boolean =>
  password !== '' || email.trim() !== user.email;

/** As to sign up, of what was changed. */
const Profile = z
  .object(SignUpRequest.shape)
  .omit({ repeatPassword: true })
  .partial()
  .extend({ currentPassword: z.string().min(1).optional() });
const faultsOfFields = faultsBy(Profile, translate);

/** What is sent: the fields that were changed, and the present password where it is needed. */
export const changeOf = (values: ProfileValues, user: User) => {
  const { confirmPassword: _, currentPassword, ...fields } = values;
  const typed = { ...fields, email: fields.email.trim() };
  return {
    ...changedFields(typed, valuesOf(user)),
    ...(changesLogin(values, user) && { currentPassword }),
  };
};

export const faultsOf = (values: ProfileValues, user: User): Record<string, string> =>
  faultsOfFields(changeOf(values, user));
